import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/index.ts'
import { classNames, counted, IconButton, NativeSelect, percent, QueryState } from '../../design/index.ts'
import { X } from '../../icons/index.ts'
import type { Column, RowQuery } from '../../sheets/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'
import {
  amountOf,
  type Group,
  type GroupOrder,
  isShown,
  type Measure,
  measureIn,
  ordered,
  otherFilters,
  toggleGroupFilter,
} from './groups.ts'

interface Props {
  readonly params: SheetParams
  readonly column: Column
  readonly columns: readonly Column[]
  readonly rowQuery: RowQuery
  readonly onRowQuery: (query: RowQuery) => void
  readonly onClose: () => void
}

/**
 * Groups the rows by the value of one column: the number of rows, and the result of a check or number in each
 * group.
 */
export function GroupPanel({ params, column, columns, rowQuery, onRowQuery, onClose }: Props) {
  const filters = otherFilters(rowQuery, column.id)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryOf([...sheetKey(params), 'row-groups', column.id, filters], 'groupRows', {
      params,
      body: { column_id: column.id, filters },
    }),
  )
  const [chosen, setChosen] = useState<string>()
  const [order, setOrder] = useState<GroupOrder>('rows')
  const measured = columns.filter(({ id }) => data?.groups.some((group) => measureIn(group, id)))
  // By default the last measured column, because checks are usually last.
  const measure = measured.find(({ id }) => id === chosen) ?? measured.at(-1)
  const amounts = data?.groups.map((group) => Math.abs(amountOf(measureIn(group, measure?.id)) ?? 0)) ?? []
  const name = `Groups of ${column.title}`
  return (
    <aside
      aria-label={name}
      className="flex w-64 shrink-0 flex-col border-r bg-surface max-md:absolute max-md:inset-0 max-md:z-20 max-md:w-auto"
    >
      <header className="flex h-9 shrink-0 items-center gap-2 border-b pr-1.5 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-small font-medium text-ink-soft">{name}</h2>
        <IconButton label="Close groups" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {measure && (
        <div className="grid shrink-0 grid-cols-2 gap-2 border-b px-4 py-2">
          <NativeSelect
            aria-label="Measure"
            className="text-small"
            value={measure.id}
            onChange={({ target }) => setChosen(target.value)}
            options={measured.map(({ id, title }) => [id, title])}
          />
          <NativeSelect
            aria-label="Order of groups"
            className="text-small"
            value={order}
            onChange={({ target }) => setOrder(target.value as GroupOrder)}
          >
            <option value="rows">Most rows</option>
            <option value="lowest">Lowest first</option>
          </NativeSelect>
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto" aria-busy={isPlaceholderData}>
        <QueryState query={{ data, error, refetch }} rows={6} />
        <ul aria-label={name}>
          {data &&
            ordered(data.groups, measure?.id, order).map((group) => (
              <li key={group.value ?? ''} className="border-b">
                <GroupRow
                  group={group}
                  measure={measureIn(group, measure?.id)}
                  maxAmount={Math.max(...amounts)}
                  isOn={isShown(rowQuery, column.id, group)}
                  onToggle={() => onRowQuery(toggleGroupFilter(rowQuery, column.id, group))}
                />
              </li>
            ))}
        </ul>
        {data && (
          <p className="px-4 py-2 text-small text-ink-faint empty:hidden">
            {[
              data.other_rows > 0 && `${counted(data.other_rows, 'row')} with other values.`,
              data.rows < data.row_count && `Of the first ${data.rows.toLocaleString('en')} rows.`,
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        )}
      </div>
    </aside>
  )
}

interface RowProps {
  readonly group: Group
  readonly measure: Measure | undefined
  /** The largest mean of all groups. */
  readonly maxAmount: number
  readonly isOn: boolean
  readonly onToggle: () => void
}

function GroupRow({ group, measure, maxAmount, isOn, onToggle }: RowProps) {
  const amount = amountOf(measure)
  const isShare = measure?.kind === 'verdicts'
  const width = Math.abs(amount ?? 0) / (isShare ? 1 : maxAmount || 1)
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={classNames(
        'flex w-full flex-col gap-1 px-4 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2',
        isOn && 'bg-accent-soft',
      )}
    >
      <span className="flex w-full items-baseline gap-2">
        {group.value === null ? (
          <span className="min-w-0 flex-1 truncate text-ink-faint">Empty</span>
        ) : (
          <bdi className="min-w-0 flex-1 truncate">{group.value}</bdi>
        )}
        <span className="text-small text-ink-soft tabular-nums">{group.row_count.toLocaleString('en')}</span>
      </span>
      {measure && (
        <span className="flex w-full items-center gap-2 text-small text-ink-soft">
          <span aria-hidden className="h-1 flex-1 overflow-hidden rounded-sm bg-raised">
            <span
              className={classNames('block h-full', isShare ? 'bg-good' : 'bg-accent')}
              style={{ width: `${width * 100}%` }}
            />
          </span>
          <span className="tabular-nums">{measureText(amount, isShare)}</span>
        </span>
      )}
    </button>
  )
}

function measureText(amount: number | null, isShare: boolean): string {
  if (amount === null) return 'No value'
  return isShare
    ? `${percent(amount)} pass`
    : `mean ${amount.toLocaleString('en', { maximumFractionDigits: 2 })}`
}
