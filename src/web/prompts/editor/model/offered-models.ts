/** The list of the model picker. It is apart from `queries.ts`, which every prompt page loads. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, queryOf } from '../../../api/index.ts'
import { modelQuery, staleTime } from './queries.ts'

export type OfferedModel = Answer<'listModels'>['models'][number]

const maxModels = 200

export const offeredQuery = (words: string) =>
  queryOptions({
    ...queryOf(['prices', 'models', words], 'listModels', {
      query: { ...(words !== '' && { search: words }), limit: maxModels },
    }),
    staleTime,
  })

const recentPrompts = 50
const maxUsedModels = 5

/** Models of the prompts that changed most recently, by use. */
export const usedModelsQuery = queryOptions({
  queryKey: ['prompts', 'used models'],
  queryFn: async ({ client, signal }) => {
    const { prompts } = await call('listPrompts', {
      query: { sort_by: 'updated_at', sort_order: 'desc', per_page: recentPrompts },
      signal,
    })
    const models = prompts.flatMap(({ model }) => (model?.provider && model.name ? [model] : []))
    const uses = Map.groupBy(models, ({ provider, name }) => `${provider}\n${name}`)
    const used = [...uses.values()].toSorted((a, b) => b.length - a.length).slice(0, maxUsedModels)
    return Promise.all(
      used.map(async ([first]): Promise<OfferedModel> => {
        const { provider, name } = first!
        const { model } = await client.fetchQuery(modelQuery(provider, name))
        return model ?? { provider, name, context_tokens: null, input: null, output: null }
      }),
    )
  },
  staleTime,
})
