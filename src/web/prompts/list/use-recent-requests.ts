import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/index.ts'

const sevenDays = 7 * 24 * 3_600_000
/** Only the prompts with the most requests are counted. */
const mostPrompts = 100

/**
 * The number of recent requests of a prompt; null while it is loaded, and for prompts that were not counted.
 */
export function useRecentRequests(): (prompt: number) => number | null {
  const { data } = useQuery({
    queryKey: ['prompts', 'recent-requests'],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - sevenDays).toISOString()
      const { customCharts } = await call('readCustomRequestAnalytics', {
        body: {
          filter_group: {
            logic: 'AND',
            filters: [{ field: 'request_start_time', operator: 'after', value: since }],
          },
          customCharts: [{ id: 'prompts', chartType: 'bar', groupByField: 'prompt_id', limit: mostPrompts }],
        },
        signal,
      })
      const { data: rows, series } = customCharts[0]!
      return new Map(rows.map((row) => [Number(row['name']), Number(row[series[0]!.key] ?? 0)]))
    },
    staleTime: 60_000,
  })
  return (prompt) => data?.get(prompt) ?? (data && data.size < mostPrompts ? 0 : null)
}
