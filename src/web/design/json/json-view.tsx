import { useMemo } from 'react'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { CodeText } from '../code-text.tsx'
import { preference } from '../preference.ts'
import type { JsonParts } from './json-parts.ts'
import { JsonTree } from './json-tree.tsx'

const storedFormat = preference('galley.json')
const formats = ['tree', 'pretty', 'raw'] as const
type Format = (typeof formats)[number]

const choices = [
  { value: 'tree', label: 'Tree' },
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
] as const

/** JSON as a tree, indented, or as it came. */
export default function JsonView({ text, parts }: { text: string; parts: JsonParts }) {
  const { CopyButton, FoldedText, Segmented } = parts
  const value = useMemo(() => parseJson(text), [text])
  const stored = storedFormat.useValue()
  const shown: Format = formats.find((name) => name === stored) ?? 'tree'
  const switcher = (
    <Segmented
      label="JSON format"
      value={shown}
      choices={choices}
      onChange={(next) => storedFormat.choose(next === 'tree' ? null : next)}
    />
  )
  if (shown === 'tree') return <JsonTree value={value} switcher={switcher} parts={parts} />
  const code = shown === 'raw' ? text : JSON.stringify(value, null, 2)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-center justify-end gap-1">
        <CopyButton name="JSON" text={code} />
        {switcher}
      </div>
      <FoldedText isCode text={code} {...(shown === 'pretty' && { format })} />
    </div>
  )
}

const format = (code: string) => (
  <pre className="text-[12.5px] leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
    <CodeText text={code} />
  </pre>
)

/** Numbers keep all their digits, unless one is too long for `parseExact`. */
function parseJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return JSON.parse(text)
  }
}
