import { ApiError, queryClient, queryOf } from '../api/index.ts'
import { connectionIn } from '../prompts/values.ts'
import type { Variant } from './variant.ts'

/** The connection of the version from which a variant was opened; empty if there is none, or no such prompt any more. */
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
