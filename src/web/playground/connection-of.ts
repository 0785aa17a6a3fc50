import { ApiError, queryClient, queryOf } from '../api/index.ts'
import { connectionIn } from '../prompts/values.ts'
import type { Variant } from './variant.ts'

/** The connection of the version that a variant was opened from; empty if it has none, or if the prompt was deleted. */
export async function connectionOf({ prompt, version }: Pick<Variant, 'prompt' | 'version'>) {
  if (prompt === null || version === undefined) return {}
  const query = queryOf(['prompts', 'version', prompt, version], 'readRawTemplate', {
    params: { identifier: prompt },
    query: { version, resolve_snippets: false },
  })
  try {
    return connectionIn(await queryClient.fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return {}
    throw error
  }
}
