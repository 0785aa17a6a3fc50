import { type ReactNode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../api/index.ts'
import { ConfirmByName, IconButton, Menu, MenuItem, MenuSeparator } from '../../design/index.ts'
import { useChange } from '../../dialogs/values.ts'
import { Ellipsis } from '../../icons/index.ts'
import { type Running, wholeColumn } from '../../runs/index.ts'
import type { Column, RowQuery } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { isComputed } from '../../sheets/values.ts'
import { earlyPart } from '../../shell/index.ts'

const FilterDialog = earlyPart(() => import('./filter-dialog.tsx'), 'FilterDialog')

interface Props {
  readonly params: SheetParams
  readonly column: Column
  readonly rowCount: number
  /** Items for position and width. */
  readonly items: ReactNode
  /** Null if this person may not run cells. */
  readonly running: Running | null
  /** True if a run is under way in the sheet. */
  readonly isRunning: boolean
  readonly onEdit: (column: string) => void
  readonly rowQuery: RowQuery
  readonly onRowQuery: (query: RowQuery) => void
  /** Lists the groups of this column. */
  readonly onGroup: () => void
  readonly onChanged: () => void
}

/**
 * The menu of a column. It is rendered on first use: scrolling renders heads often, and a closed menu costs
 * far more than a button.
 */
export function ColumnMenu(props: Props) {
  const [cause, setCause] = useState<'pointer' | 'focus' | null>(null)
  if (cause) return <MenuOfColumn {...props} hasFocus={cause === 'focus'} />
  // The menu is rendered at once, because it must be there for the next event.
  const renderMenu = (next: 'pointer' | 'focus') => flushSync(() => setCause(next))
  return (
    <IconButton
      label={`Column ${props.column.title}`}
      aria-haspopup="menu"
      onPointerEnter={() => renderMenu('pointer')}
      onFocus={() => renderMenu('focus')}
    >
      <Ellipsis />
    </IconButton>
  )
}

function MenuOfColumn({
  hasFocus,
  params,
  column,
  rowCount,
  items,
  running,
  isRunning,
  onEdit,
  rowQuery,
  onRowQuery,
  onGroup,
  onChanged,
}: Props & { hasFocus: boolean }) {
  const [isFiltering, setFiltering] = useState(false)
  const sortBy = (direction: 'asc' | 'desc') =>
    onRowQuery({ ...rowQuery, sort: { column_id: column.id, direction } })
  const addFilter = (filter: RowQuery['filters'][number]) =>
    onRowQuery({ ...rowQuery, filters: [...rowQuery.filters, filter] })
  const [isConfirming, setConfirming] = useState(false)
  const address = { params: { ...params, column_id: column.id } }
  const duplicate = useChange(() => call('duplicateColumn', { ...address, body: {} }), {
    done: (answer) => `${answer.column.title} added`,
    onSuccess: onChanged,
  })
  const stop = useChange(
    async () => {
      const { active_operations } = await call('listOperations', { params })
      for (const { operation_id } of active_operations)
        await call('cancelOperation', {
          params: { ...params, operation_id },
          query: { column_ids: [column.id], row_ids: [] },
        })
    },
    { done: () => `${column.title} stopped`, onSuccess: onChanged },
  )
  const remove = useChange(() => call('deleteColumn', address), {
    done: () => `${column.title} deleted`,
    onSuccess: onChanged,
  })
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Column ${column.title}`} autoFocus={hasFocus}>
            <Ellipsis />
          </IconButton>
        }
      >
        {running && <MenuItem onSelect={() => onEdit(column.id)}>Configure</MenuItem>}
        <MenuSeparator />
        <MenuItem onSelect={() => sortBy('asc')}>Sort ascending</MenuItem>
        <MenuItem onSelect={() => sortBy('desc')}>Sort descending</MenuItem>
        <MenuItem onSelect={() => setFiltering(true)}>Filter…</MenuItem>
        {column.type === 'HUMAN' && (
          <MenuItem onSelect={() => addFilter({ column_id: column.id, operator: 'empty' })}>
            Rows not answered
          </MenuItem>
        )}
        <MenuItem onSelect={onGroup}>Group rows</MenuItem>
        <MenuSeparator />
        {items}
        {running && (
          <>
            <MenuSeparator />
            {isComputed(column) && (
              <MenuItem onSelect={() => running.openDialog(wholeColumn(column, rowCount))}>
                Run column…
              </MenuItem>
            )}
            {isComputed(column) && isRunning && (
              <MenuItem onSelect={() => stop.mutate()}>Stop column</MenuItem>
            )}
            <MenuItem onSelect={() => duplicate.mutate()}>Duplicate</MenuItem>
            <MenuItem danger onSelect={() => setConfirming(true)}>
              Delete column
            </MenuItem>
          </>
        )}
      </Menu>
      <Suspense>
        {isFiltering && (
          <FilterDialog
            column={column}
            onAdd={(filter) => {
              setFiltering(false)
              addFilter(filter)
            }}
            onClose={() => setFiltering(false)}
          />
        )}
      </Suspense>
      {isConfirming && (
        <ConfirmByName
          onClose={() => setConfirming(false)}
          verb="Delete"
          name={column.title}
          consequence="Its cells are deleted. Columns that read them become stale."
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  )
}
