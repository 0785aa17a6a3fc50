import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/index.ts'

export type DynamicLabel = Answer<'listDynamicLabels'>['dynamic_labels'][number]
export type Rule = DynamicLabel['rules'][number]
export type Split = Rule['splits'][number]

export const dynamicLabelsQuery = (promptId: string) =>
  queryOptions({
    queryKey: ['prompt', promptId, 'dynamic-labels'],
    queryFn: async ({ signal }) => {
      const query = { prompt_id: promptId }
      return (await call('listDynamicLabels', { query, signal })).dynamic_labels
    },
    placeholderData: undefined,
  })
