import { allColumns, type Column, columnsWithoutOutput, type Listed } from './columns.tsx'
import type { Search } from './filter/filters.ts'
import { choiceColumn, type RowChoice } from './rows/choice-column.tsx'
import { chosenColumns } from './rows/chosen-columns.tsx'
import { RowList } from './rows/row-list.tsx'

interface Props {
  readonly requests: readonly Listed[]
  readonly columns: readonly string[]
  readonly search: Search
  /** If absent, the order of the list cannot be changed. */
  readonly onSort?: (change: Search) => void
  readonly open: number | undefined
  readonly onOpen: (id: number) => void
  /** Called when the end is in view. */
  readonly onMore: () => void
  /** True if the rows are those of the previous search. */
  readonly isStale: boolean
  /** If absent, rows have no checkboxes. */
  readonly choice?: RowChoice<number>
}

const keyOf = ({ id }: Listed) => id

/** The colour at the left edge of a row. Errors and warnings are also named in text. */
const edges: Readonly<Record<Listed['status'], string>> = {
  SUCCESS: 'before:bg-good/60',
  WARNING: 'before:bg-warning-edge',
  ERROR: 'before:bg-bad',
}

/** Puts the score first, for lists sorted by it: at the right edge it would be out of view. */
const scoreFirst = (columns: readonly Column[]) =>
  columns.toSorted((a, b) => Number(b.id === 'score') - Number(a.id === 'score'))

export function RequestList({ requests, columns, search, onSort, open, choice, ...rest }: Props) {
  const { sortBy, sortScore, rising } = search
  const all = columns.includes('output') ? allColumns : columnsWithoutOutput
  const visibleColumns = chosenColumns<Listed, Column>(
    sortScore === undefined ? all : scoreFirst(all),
    sortScore === undefined ? columns : [...columns, 'score'],
  ).filter((column) => open === undefined || ('staysBesideRequest' in column && column.staysBesideRequest))
  return (
    <RowList
      label="Requests"
      rows={requests}
      columns={
        choice
          ? [choiceColumn(choice, keyOf, ({ id }) => `request ${id}`), ...visibleColumns]
          : visibleColumns
      }
      keyOf={keyOf}
      attribute="data-request"
      edgeOf={({ status }) => edges[status]}
      sorting={
        onSort && {
          // Sorted by a score, no heading shows an arrow.
          by: sortScore === undefined ? sortBy : 'score',
          isRising: rising === true,
          defaultSort: 'request_start_time',
          onSort: (order) => onSort({ ...order, sortScore: undefined }),
        }
      }
      open={open}
      {...rest}
    />
  )
}
