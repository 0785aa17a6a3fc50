import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOf } from '../../api/index.ts'
import { Badge, Button, classNames, Problem, percent, ShowMore, SkeletonRows } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'
import { type ScorecardData, type Verdict, verdicts } from './criteria.ts'
import { Evidence } from './evidence.tsx'

interface Props {
  readonly params: SheetParams
  readonly data: ScorecardData
  readonly columns: readonly Column[]
  readonly onGo: (row: number) => void
}

const order: readonly Verdict[] = ['fail', 'error', 'warn', 'pass', 'skipped']

/** The result of each row, the worst first. */
export function Rows({ params, data, columns, onGo }: Props) {
  const calculation_id = data.display_calculation?.id
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [opened, setOpened] = useState<number | null>(null)
  const key = [...sheetKey(params), 'scorecard-rows', calculation_id]
  const countsQuery = useQuery({
    ...queryOf([...key, 'counts'], 'listScorecardRows', { params, query: { calculation_id, limit: 1 } }),
    enabled: calculation_id !== undefined,
  })
  const counts = countsQuery.data?.verdict_counts ?? {}
  const shownVerdict = verdict ?? order.find((candidate) => (counts[candidate] ?? 0) > 0) ?? 'fail'
  const titleColumn = columns.find(({ type }) => type === 'TEXT')?.id
  const list = useInfiniteQuery({
    queryKey: [...key, shownVerdict, titleColumn],
    queryFn: async ({ signal, pageParam }) => {
      const page = await call('listScorecardRows', {
        params,
        query: {
          calculation_id,
          verdict: shownVerdict,
          limit: 50,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      })
      const indexes = page.rows.map(({ row_index }) => row_index)
      return { ...page, texts: await textsOfRows(params, indexes, titleColumn, signal) }
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor,
    enabled: countsQuery.data !== undefined,
  })
  if (calculation_id === undefined)
    return <p className="px-4 text-ink-soft">To see the results of the rows, calculate the score.</p>
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const textOf = (row: number) => list.data?.pages.find(({ texts }) => texts.has(row))?.texts.get(row)
  return (
    <div className="flex h-full flex-col gap-2 overflow-auto p-4">
      <div className="flex flex-wrap gap-1">
        {order
          .filter((choice) => (counts[choice] ?? 0) > 0)
          .map((choice) => (
            <Button
              key={choice}
              size="small"
              aria-pressed={choice === shownVerdict}
              className={classNames(
                choice === shownVerdict && 'border-accent bg-accent-soft text-accent-ink',
              )}
              onClick={() => setVerdict(choice)}
            >
              {verdicts[choice][0]} {counts[choice]!.toLocaleString('en')}
            </Button>
          ))}
      </div>
      {list.error && <Problem error={list.error} onRetry={list.refetch} className="m-0" />}
      {list.isPending && <SkeletonRows rows={4} height="h-8" />}
      <ol className="flex flex-col gap-1">
        {rows.map((row) => (
          <li key={row.row_index} className="rounded-md border bg-surface">
            <button
              type="button"
              aria-expanded={opened === row.row_index}
              className="flex h-8 w-full items-center gap-2 px-2 text-left hover:bg-sunken"
              onClick={() => {
                setOpened((before) => (before === row.row_index ? null : row.row_index))
                onGo(row.row_index)
              }}
            >
              <span className="shrink-0">Row {row.row_index + 1}</span>
              <bdi className="min-w-0 flex-1 truncate text-ink-soft">{textOf(row.row_index)}</bdi>
              {row.stale_state?.['is_stale'] === true && <Badge tone="warning">Stale</Badge>}
              <span className="tabular-nums">
                {row.aggregate_score === null ? '–' : percent(row.aggregate_score)}
              </span>
            </button>
            {opened === row.row_index && (
              <Evidence
                params={params}
                row={row.row_index}
                calculation={calculation_id}
                steps={data.scorecard!.steps}
              />
            )}
          </li>
        ))}
      </ol>
      <ShowMore list={list} />
    </div>
  )
}

/** The text of one column in each row, so that people recognise the row. */
async function textsOfRows(
  params: SheetParams,
  rows: readonly number[],
  column: string | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0 || column === undefined) return new Map()
  const row_indexes = rows.map(String)
  const query = { row_indexes, limit: rows.length, include_row_count: false, include_columns: false }
  const { data } = await call('listRows', { params, query, signal })
  return new Map(data.map(({ row_index, cells }) => [row_index, cells[column]?.display_value ?? '']))
}
