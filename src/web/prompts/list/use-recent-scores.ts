import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../api/index.ts'

export type RecentScore = Answer<'listPromptScores'>['prompt_scores'][number]

/** The mean score of the recent requests of a prompt; null without scores, and while it is loaded. */
export function useRecentScores(): (prompt: number) => RecentScore | null {
  const { data } = useQuery({
    queryKey: ['prompts', 'recent-scores'],
    queryFn: async ({ signal }) => {
      const { prompt_scores } = await call('listPromptScores', { signal })
      return new Map(prompt_scores.map((score) => [score.prompt_id, score]))
    },
    staleTime: 60_000,
  })
  return (prompt) => data?.get(prompt) ?? null
}
