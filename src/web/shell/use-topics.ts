import { useQuery } from '@tanstack/react-query'
import { loadPart } from '../design/index.ts'

const topicsQuery = {
  queryKey: ['settings-topics'],
  queryFn: () => loadPart(() => import('./settings-topics.ts')),
  staleTime: Number.POSITIVE_INFINITY,
}

/** The contents of sections and documents; undefined until they are loaded. */
export const useTopics = () => useQuery(topicsQuery).data
