import { useQuery } from '@tanstack/react-query'
import type { TileScoreSubject } from '../../contract/index.ts'
import { call } from '../api/index.ts'

/** Names of the scores of a subject, most frequent first. */
export function useScoreNames(subject: TileScoreSubject | null, isUsed: boolean): readonly string[] {
  const { data } = useQuery({
    queryKey: ['score-names', subject],
    queryFn: async ({ signal }) => {
      if (subject === null)
        return call('readRequestFacets', { body: { facets: [{ field: 'score_names' }], limit: 50 }, signal })
      const field = subject === 'trace' ? 'score_names' : 'session_score_names'
      return call('readTraceFacets', { body: { facets: [{ field }], limit: 50 }, signal })
    },
    enabled: isUsed,
  })
  return (data?.facets[0]?.values ?? []).map(({ value }) => value)
}
