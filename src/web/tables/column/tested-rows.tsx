import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { Badge, Problem, SkeletonRows } from '../../design/index.ts'
import { type Cell, CellView, type Column } from '../../sheets/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'
import { testedRows } from './use-save-column.ts'

interface Props {
  readonly params: SheetParams
  readonly column: Column
  readonly columns: readonly Column[]
}

const pollMilliseconds = 500

/** The values of the column in the first rows, beside their inputs. */
export function TestedRows({ params, column, columns }: Props) {
  const { data, error } = useQuery({
    ...queryOf([...sheetKey(params), 'tested', column.id], 'listRows', {
      params,
      query: { start_row_index: 0, limit: testedRows, include_row_count: false, include_columns: false },
    }),
    refetchInterval: ({ state }) =>
      state.data?.data.every(({ cells }) => isOver(cells[column.id]!.status)) ? false : pollMilliseconds,
    placeholderData: undefined,
  })
  if (error) return <Problem error={error} className="m-0" />
  const rows = data?.data ?? []
  const failed = rows.filter(({ cells }) => cells[column.id]?.status === 'FAILED').length
  const isDone = rows.every(({ cells }) => isOver(cells[column.id]!.status))
  const sources = columns.filter(({ id }) => column.dependencies.some(({ column_id }) => column_id === id))
  return (
    <section aria-label="Test results" className="shrink-0 overflow-hidden rounded-lg border bg-surface">
      <h3 className="flex items-center gap-2 border-b bg-sunken px-3 py-1.5 font-medium">
        Test results
        {data && (
          <Badge tone={!isDone ? 'note' : failed > 0 ? 'bad' : 'good'}>
            {!isDone
              ? 'Running'
              : failed > 0
                ? `${failed} of ${rows.length} failed`
                : `${rows.length} computed`}
          </Badge>
        )}
      </h3>
      {!data && <SkeletonRows rows={testedRows} height="h-8" />}
      <ol>
        {rows.map(({ row_index, cells }) => (
          <li key={row_index} className="flex flex-col gap-0.5 border-b px-3 py-1.5 last:border-0">
            <p className="truncate text-small text-ink-faint">
              Row {row_index + 1}
              {sources
                .map(({ id }) => cells[id]?.display_value ?? '')
                .filter(Boolean)
                .map((text) => ` · ${text}`)}
            </p>
            <div className="line-clamp-4 break-words" data-tested={row_index}>
              {cells[column.id]!.status === 'FAILED' ? (
                <span className="text-bad">{cells[column.id]!.error_message ?? 'Failed'}</span>
              ) : (
                <CellView cell={cells[column.id]!} onRetry={undefined} />
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const isOver = (status: Cell['status']) =>
  status !== 'QUEUED' && status !== 'DISPATCHED' && status !== 'RUNNING'
