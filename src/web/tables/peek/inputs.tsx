import type { Column } from '../grid/column.ts'
import type { RowStore } from '../grid/row-store.ts'
import { PeekSection } from './section.tsx'

interface Props {
  readonly column: Column
  readonly columns: readonly Column[]
  readonly store: RowStore
  readonly row: number
}

const mostShown = 600

/** What the cell was, or would be, computed from: the cells that its column reads, in the same row. A person who answers sees the whole row. */
export function Inputs({ column, columns, store, row }: Props) {
  const isHuman = column.type === 'HUMAN'
  const read = columns.filter(({ id }) =>
    isHuman ? id !== column.id : column.dependencies.some(({ column_id }) => column_id === id),
  )
  if (read.length === 0) return null
  return (
    <PeekSection title={isHuman ? 'This row' : 'Inputs'}>
      <dl className="flex flex-col gap-2">
        {read.map((source) => {
          const text = store.cell(row, source.id)?.display_value ?? ''
          return (
            <div key={source.id} className="rounded-md border bg-surface px-2 py-1.5">
              <dt className="text-tiny text-ink-faint">{source.title}</dt>
              <dd
                dir="auto"
                className="max-h-32 overflow-auto break-words whitespace-pre-wrap [unicode-bidi:plaintext]"
              >
                {text === '' ? <span className="text-ink-faint">No value</span> : cut(text)}
              </dd>
            </div>
          )
        })}
      </dl>
    </PeekSection>
  )
}

const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)
