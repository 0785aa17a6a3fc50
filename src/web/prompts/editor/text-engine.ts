import { useQuery } from '@tanstack/react-query'
import { loadPart } from '../../design/index.ts'

const load = () =>
  loadPart(async () => {
    const [{ withInputVariables }, { namesIn }] = await Promise.all([
      import('../../../engine/template/variables.ts'),
      import('../../../engine/template/names.ts'),
    ])
    return { withInputVariables, namesIn }
  })

/** The engine of both template languages (27 KB), loaded with the first edit. */
export const useTextEngine = (isWanted: boolean) =>
  useQuery({
    queryKey: ['text engine'],
    queryFn: load,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
