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
  const needle = needleOf(column, (name) => {
    const source = columns.find(({ id, title }) => id === name || title === name)
    return source ? (store.cell(row, source.id)?.display_value ?? '') : ''
  })
  return (
    <PeekSection title={isHuman ? 'This row' : 'Inputs'}>
      <dl className="flex flex-col gap-2">
        {read.map((source) => {
          const text = store.cell(row, source.id)?.display_value ?? ''
          const found = [source.id, source.title].includes(String(column.config?.['source'])) ? needle : ''
          return (
            <div key={source.id} className="rounded-md border bg-surface px-2 py-1.5">
              <dt className="text-tiny text-ink-faint">{source.title}</dt>
              <dd
                dir="auto"
                className="max-h-32 overflow-auto break-words whitespace-pre-wrap [unicode-bidi:plaintext]"
              >
                {text === '' ? <span className="text-ink-faint">No value</span> : marked(text, found)}
              </dd>
            </div>
          )
        })}
      </dl>
    </PeekSection>
  )
}

/** What a CONTAINS looks for. */
function needleOf({ type, config }: Column, textIn: (column: string) => string): string {
  if (type !== 'CONTAINS') return ''
  const source = config?.['value_source']
  return typeof source === 'string' ? textIn(source) : String(config?.['value'] ?? '')
}

/** The text with what was looked for in it marked, and a part of its surroundings where that is far inside. */
function marked(text: string, needle: string) {
  const at = needle === '' ? -1 : text.toLowerCase().indexOf(needle.toLowerCase())
  if (at < 0) return cut(text)
  const from = at < mostShown / 2 ? 0 : at - mostShown / 4
  const end = at + needle.length
  return (
    <>
      {from > 0 && '…'}
      {text.slice(from, at)}
      <mark className="rounded-sm bg-warning-soft text-ink">{cut(text.slice(at, end))}</mark>
      {cut(text.slice(end))}
    </>
  )
}

const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)
