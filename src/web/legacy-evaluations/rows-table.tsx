import { useState } from 'react'
import { Button, classNames, counted, KindIcon, keyboardScroll } from '../design/index.ts'
import { CircleDashed, CircleSlash, LoaderCircle, TriangleAlert } from '../icons/index.ts'
import { Value } from '../sheets/index.ts'
import { orderOf, type RowCell, stateOf, type TypeLabel } from './row-cells.ts'
import { RowPanel } from './row-panel.tsx'

interface Props {
  readonly label: string
  readonly columns: readonly string[]
  /** The type of each computed column by its name. */
  readonly types?: ReadonlyMap<string, TypeLabel>
  readonly rows: readonly (readonly RowCell[])[]
  /** The number of the first row. */
  readonly first: number
}

/** A page of rows. A row opens in full beside the table. */
export function RowsTable({ label, columns, types, rows, first }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const order = orderOf(rows[0] ?? [], columns.length)
  const openRow = open === null ? undefined : rows[open]
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label={label} {...keyboardScroll} className="min-w-0 flex-1 overflow-auto">
        <table className="min-w-full text-left">
          <thead className="sticky top-0 z-10 bg-canvas">
            <tr className="h-11 border-b">
              <th scope="col" className="w-14 px-2 text-right text-small font-medium text-ink-faint">
                #
              </th>
              {order
                .map((index) => columns[index]!)
                .map((name) => (
                  <th key={name} scope="col" className="min-w-40 px-3 font-medium">
                    <Head name={name} type={types?.get(name)} />
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a dataset have no ids here, and two may be equal.
                key={index}
                className={classNames(
                  'h-8 cursor-default border-b',
                  index === open ? 'bg-accent-soft' : 'hover:bg-sunken',
                )}
                onClick={() => setOpen(index)}
              >
                <td className="px-2 text-right">
                  <button
                    type="button"
                    aria-label={`Open row ${first + index}`}
                    aria-pressed={index === open}
                    className="h-6 min-w-6 rounded-sm px-1 text-ink-faint tabular-nums hover:text-ink hover:underline"
                    onClick={() => setOpen(index)}
                  >
                    {first + index}
                  </button>
                </td>
                {order.map((column) => (
                  <td key={columns[column]} className="max-w-80 px-3 py-1">
                    <CellContent cell={row[column]!} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {open !== null && openRow && (
        <RowPanel
          name={`Row ${first + open}`}
          columns={order.map((index) => ({
            name: columns[index]!,
            type: types?.get(columns[index]!),
            cell: openRow[index]!,
          }))}
          onStep={(by) => setOpen(Math.min(Math.max(open + by, 0), rows.length - 1))}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

export const Head = ({ name, type }: { name: string; type: TypeLabel | undefined }) => (
  <span className="flex items-center gap-1.5">
    <KindIcon kind={type?.kind ?? 'text'} />
    <span className="min-w-0">
      <bdi className="block truncate">{name}</bdi>
      {type && <span className="block truncate text-tiny font-normal text-ink-faint">{type.name}</span>}
    </span>
  </span>
)

const waiting = {
  RUNNING: ['Running', LoaderCircle],
  QUEUED: ['Queued', CircleDashed],
  SKIPPED: ['Skipped', CircleSlash],
} as const

function CellContent({ cell }: { cell: RowCell }) {
  const state = stateOf(cell)
  if ('failure' in state)
    return (
      <span className="flex items-center gap-1.5 text-bad" title={state.failure}>
        <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
        <span className="min-w-0 truncate">{state.failure}</span>
      </span>
    )
  if ('waiting' in state) {
    const [word, Icon] = waiting[state.waiting]
    return (
      <span className="flex items-center gap-1.5 text-ink-faint">
        <Icon className={classNames('size-3.5', state.waiting === 'RUNNING' && 'animate-spin')} aria-hidden />
        {word}
      </span>
    )
  }
  const text = state.value.display_value
  if (text === '') return <span className="text-ink-faint">—</span>
  return (
    <span dir="auto" title={text.slice(0, 2_000)} className="block truncate [unicode-bidi:plaintext]">
      {cell.type === 'eval' ? <Value cell={state.value} /> : text.slice(0, 500)}
    </span>
  )
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly total: number
  /** The singular noun for the items of the list. */
  readonly noun: string
  readonly onPage: (page: number) => void
}

export const Pager = ({ page, pages, total, noun, onPage }: PagerProps) => (
  <nav
    aria-label={`Pages of ${noun}s`}
    className="flex h-10 shrink-0 items-center gap-2 border-t bg-surface px-4"
  >
    <span className="text-ink-soft tabular-nums">{counted(total, noun)}</span>
    {pages > 1 && (
      <span className="ml-auto flex items-center gap-2">
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <span className="text-ink-soft tabular-nums">
          {page} of {pages}
        </span>
        <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </span>
    )}
  </nav>
)
