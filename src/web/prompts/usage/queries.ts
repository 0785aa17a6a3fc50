import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/index.ts'
import type { Axis } from '../../charts/index.ts'
import { type Filters, searchOf } from '../../requests/values.ts'

export type Usage = Answer<'readPromptUsage'>
export type UsageGroup = Usage['groups'][number]
export type Figures = Usage['total']
export type UsageBy = 'version' | 'label'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Figures of a prompt's requests by version or label, over time in the buckets of the axis. */
export const usageQuery = (promptId: string, by: UsageBy, filters: Filters, axis: Axis | null = null) =>
  queryOptions({
    queryKey: ['prompt', promptId, 'usage', by, filters, axis?.interval],
    queryFn: async ({ signal }) => {
      const { q, filter_group } = searchOf(filters, Date.now())
      const usage = await call('readPromptUsage', {
        params: { prompt_id: promptId },
        body: {
          by,
          time_zone: timeZone,
          ...(axis && { interval: axis.interval }),
          ...(q && { q }),
          ...(filter_group && { filter_group }),
        },
        signal,
      })
      return { ...usage, axis }
    },
    staleTime: 30_000,
  })

/** Figures for the list of versions: production of the last seven days. */
export const recentUsageQuery = (promptId: string) => usageQuery(promptId, 'version', { range: '7d' })
