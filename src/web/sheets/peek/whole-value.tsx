import { CodeBlock, CopyButton, FormatSwitch, FormattedText } from '../../design/index.ts'
import { Value } from '../grid/cell-view.tsx'
import { judgementsOf } from '../grid/judged.ts'
import type { Cell } from '../grid/row-store.ts'

/** Characters up to which JSON text is indented. */
const mostIndented = 100_000

type Shown = Pick<Cell, 'value' | 'display_value'>

/** A value as text or JSON; a verdict comes first, with its reason below. */
export function WholeValue({ cell }: { cell: Shown }) {
  const value = cell.value?.value
  if (value === null || value === undefined) return <p className="text-ink-faint">No value.</p>
  if (typeof value === 'boolean') return <Value cell={cell} />
  if (typeof value === 'object') {
    const json = <CodeBlock what="value" text={JSON.stringify(value, null, 2)} isJson />
    if (!('comparison_result' in value) && !judgementsOf(value)) return json
    return (
      <>
        <Value cell={cell} />
        <details>
          <summary className="cursor-default text-small text-ink-faint">As JSON</summary>
          {json}
        </details>
      </>
    )
  }
  const text = cell.display_value ?? String(value)
  const json = prettyJson(text)
  if (json !== null) return <CodeBlock what="value" text={json} isJson />
  return (
    <div className="group flex items-start gap-2">
      <FormattedText text={text} className="min-w-0 flex-1" />
      <FormatSwitch texts={[text]} />
      <CopyButton what="value" text={text} />
    </div>
  )
}

/** A text that holds a JSON object or list, indented; null for other texts. */
function prettyJson(text: string): string | null {
  if (!/^\s*[[{]/.test(text) || text.length > mostIndented) return null
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}
