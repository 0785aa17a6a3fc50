import { useQueries } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { searchOf } from '../../requests/values.ts'

/** The number of prompts whose requests one call counts. */
const promptsOfCall = 100

/** The requests of production of each prompt in the last seven days; null while they are counted. */
export function useRecentRequests(prompts: readonly { readonly id: number }[]) {
  const calls = Array.from({ length: Math.ceil(prompts.length / promptsOfCall) }, (_none, index) =>
    prompts.slice(index * promptsOfCall, (index + 1) * promptsOfCall).map(({ id }) => id),
  )
  const counts = useQueries({
    queries: calls.map((ids) => ({
      queryKey: ['prompts', 'recent-requests', ids],
      queryFn: ({ signal }: { signal: AbortSignal }) => countRequests(ids, signal),
      staleTime: 60_000,
    })),
    combine: (answers) => new Map(answers.flatMap(({ data = [] }) => data)),
  })
  return (prompt: number): number | null => counts.get(prompt) ?? null
}

async function countRequests(ids: readonly number[], signal: AbortSignal): Promise<[number, number][]> {
  const { filter_group } = searchOf(
    { filters: [{ field: 'prompt_id', operator: 'in', value: ids }], range: '7d' },
    Date.now(),
  )
  const { customCharts } = await call('readCustomRequestAnalytics', {
    body: {
      filter_group: filter_group!,
      customCharts: [{ id: 'prompts', chartType: 'bar', groupByField: 'prompt_id', limit: ids.length }],
    },
    signal,
  })
  const { data: rows, series } = customCharts[0]!
  const counts = new Map(rows.map((row) => [Number(row['name']), Number(row[series[0]!.key])]))
  return ids.map((id) => [id, counts.get(id) ?? 0])
}
