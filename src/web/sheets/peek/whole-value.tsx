import { CopyButton, FormatSwitch, FormattedText, isJson, JsonValue } from '../../design/index.ts'
import { Value } from '../grid/cell-view.tsx'
import { judgementsOf } from '../grid/judged.ts'
import type { Cell } from '../grid/row-store.ts'

type Shown = Pick<Cell, 'value' | 'display_value'>

/** A value as text or JSON; a verdict comes first, with its reason below. */
export function WholeValue({ cell }: { cell: Shown }) {
  const value = cell.value?.value
  if (value === null || value === undefined) return <p className="text-ink-faint">No value.</p>
  if (typeof value === 'boolean') return <Value cell={cell} />
  if (typeof value === 'object') {
    const json = <JsonValue text={JSON.stringify(value, null, 2)} />
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
  if (isJson(text)) return <JsonValue text={text} />
  return (
    <div className="group flex items-start gap-2">
      <FormattedText text={text} className="min-w-0 flex-1" />
      <FormatSwitch texts={[text]} />
      <CopyButton name="value" text={text} />
    </div>
  )
}
