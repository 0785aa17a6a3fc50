import { queryOptions } from '@tanstack/react-query'
import { usedModelsQuery } from './offered-models.ts'
import { connectionsQuery, hasKey } from './queries.ts'

/** Models to try in this order, if no prompt has a model of a provider with a key. */
const fallbackModels = [
  { provider: 'openai', name: 'gpt-4o-mini' },
  { provider: 'anthropic', name: 'claude-haiku-4-5' },
  { provider: 'google', name: 'gemini-2.5-flash' },
  { provider: 'mistral', name: 'mistral-small-latest' },
] as const

/** The model of a new prompt: the one that prompts use most, of a provider with a key. Null if there is none. */
export const firstModelQuery = queryOptions({
  queryKey: ['connections', 'first model'],
  queryFn: async ({ client }) => {
    const [connections, used] = await Promise.all([
      client.fetchQuery(connectionsQuery),
      client.fetchQuery(usedModelsQuery),
    ])
    return [...used, ...fallbackModels].find(({ provider }) => hasKey(connections, provider)) ?? null
  },
})
