import { CodeBlock, CopyButton, FoldedText } from '../../design/index.ts'
import { Value } from '../grid/cell-view.tsx'
import type { Cell } from '../grid/row-store.ts'

type Shown = Pick<Cell, 'value' | 'display_value'>

/** All of a value, as text or as JSON; a verdict first where there is one. */
export function WholeValue({ cell }: { cell: Shown }) {
  const value = cell.value?.value
  if (value === null || value === undefined) return <p className="text-ink-faint">No value.</p>
  if (typeof value === 'boolean') return <Value cell={cell} />
  if (typeof value === 'object')
    return (
      <>
        {'comparison_result' in value && <Value cell={cell} />}
        <CodeBlock what="value" text={JSON.stringify(value, null, 2)} />
      </>
    )
  const text = cell.display_value ?? String(value)
  return (
    <div className="group flex items-start gap-2">
      <FoldedText text={text} className="min-w-0 flex-1" />
      <CopyButton what="value" text={text} />
    </div>
  )
}
