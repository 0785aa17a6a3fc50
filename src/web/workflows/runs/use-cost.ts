import { useQueries } from '@tanstack/react-query'
import { isPriced, requestQuery } from '../../requests/index.ts'

/** The number of requests that are read for the cost. The sum covers only these. */
const maxPriced = 50

/** The cost of the model calls of a node or run; null while it is unknown. */
export function useCost(requests: readonly number[]) {
  const fetched = requests.slice(0, maxPriced)
  return useQueries({
    queries: fetched.map((id) => ({
      ...requestQuery(id),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (all) => {
      if (all.some(({ data }) => !data)) return null
      return {
        price: all.reduce((sum, { data }) => sum + data!.price, 0),
        input: all.reduce((sum, { data }) => sum + data!.input_tokens, 0),
        output: all.reduce((sum, { data }) => sum + data!.output_tokens, 0),
        unpriced: all.filter(({ data }) => !isPriced(data!.price_source)).length,
        isWhole: fetched.length === requests.length,
      }
    },
  })
}
