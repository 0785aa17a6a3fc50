import { Button, classNames, counted, keyboardScroll } from '../design/index.ts'
import { CircleDashed, CircleSlash, LoaderCircle, TriangleAlert } from '../icons/index.ts'

type Cell =
  | { readonly type: 'dataset'; readonly value: unknown }
  | {
      readonly type: 'eval'
      readonly status: 'PASSED' | 'FAILED' | 'RUNNING' | 'QUEUED' | 'SKIPPED'
      readonly value: unknown
      readonly error_message: string | null
    }

interface Props {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** The number of the first row. */
  readonly first: number
}

/** A page of rows. Long values are cut; hovering shows the whole value. */
export function RowsTable({ label, columns, rows, first }: Props) {
  const order = orderOf(rows[0] ?? [], columns.length)
  return (
    <section aria-label={label} {...keyboardScroll} className="min-h-0 flex-1 overflow-auto">
      <table className="min-w-full text-left">
        <thead className="sticky top-0 bg-canvas text-small text-ink-faint">
          <tr className="h-8 border-b">
            <th className="w-12 px-3 text-right font-medium">#</th>
            {order
              .map((index) => columns[index]!)
              .map((name) => (
                <th key={name} className="min-w-40 px-3 font-medium">
                  <bdi>{name}</bdi>
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a dataset have no ids here, and two may be equal.
            <tr key={index} className="h-8 border-b hover:bg-sunken">
              <td className="px-3 text-right text-ink-faint tabular-nums">{first + index}</td>
              {order.map((column) => (
                <td key={columns[column]} className="max-w-80 px-3 py-1">
                  <Shown cell={row[column]!} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/**
 * The order of the columns: computed columns follow the first, because datasets of logged requests have so
 * many columns that computed ones would be out of view.
 */
function orderOf(row: readonly Cell[], count: number): readonly number[] {
  const places = Array.from({ length: count }, (_none, index) => index)
  const isComputed = (index: number) => row[index]?.type === 'eval'
  return [
    ...places.slice(0, 1),
    ...places.slice(1).toSorted((a, b) => Number(isComputed(b)) - Number(isComputed(a))),
  ]
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const waiting = {
  RUNNING: ['Running', LoaderCircle],
  QUEUED: ['Queued', CircleDashed],
  SKIPPED: ['Skipped', CircleSlash],
} as const

function Shown({ cell }: { cell: Cell }) {
  if (cell.type === 'dataset' || cell.status === 'PASSED') return <Text value={cell.value} />
  if (cell.status === 'FAILED') {
    const message = cell.error_message ?? 'Failed'
    return (
      <span className="flex items-center gap-1.5 text-bad" title={message}>
        <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
        <span className="min-w-0 truncate">{message}</span>
      </span>
    )
  }
  const [word, Icon] = waiting[cell.status]
  return (
    <span className="flex items-center gap-1.5 text-ink-faint">
      <Icon className={classNames('size-3.5', cell.status === 'RUNNING' && 'animate-spin')} aria-hidden />
      {word}
    </span>
  )
}

function Text({ value }: { value: unknown }) {
  const text = textOf(value)
  if (text === '') return <span className="text-ink-faint">—</span>
  return (
    <span dir="auto" title={text.slice(0, 2_000)} className="block truncate [unicode-bidi:plaintext]">
      {text.slice(0, 500)}
    </span>
  )
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly total: number
  /** The singular noun of what is listed. */
  readonly what: string
  readonly onPage: (page: number) => void
}

export const Pager = ({ page, pages, total, what, onPage }: PagerProps) => (
  <nav
    aria-label={`Pages of ${what}s`}
    className="flex h-10 shrink-0 items-center gap-2 border-t bg-surface px-4"
  >
    <span className="text-ink-soft tabular-nums">{counted(total, what)}</span>
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
