import { useQuery } from '@tanstack/react-query'

const load = async () => {
  const [{ withInputVariables }, { namesIn }] = await Promise.all([
    import('../../../engine/template/variables.ts'),
    import('../../../engine/template/names.ts'),
  ])
  return { withInputVariables, namesIn }
}

/** The engine that reads both text languages: 27 KB that nobody needs before they write. */
export const useTextEngine = (isWanted: boolean) =>
  useQuery({
    queryKey: ['text engine'],
    queryFn: load,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
