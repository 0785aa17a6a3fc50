import { useQuery } from '@tanstack/react-query'
import { loadPart } from '../design/index.ts'

const topicsQuery = {
  queryKey: ['settings-topics'],
  queryFn: () => loadPart(() => import('./settings-topics.ts')),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Returns a function that finds the content of a section by words. It finds none until the contents are loaded. */
export function useTopics(): (to: string, words: readonly string[]) => string | undefined {
  const topics = useQuery(topicsQuery).data
  return (to, words) => topics?.topicOf(to, words)
}
