import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { costText, isPriced, requestQuery, tokensText } from '../../requests/index.ts'
import { Fact } from './facts.tsx'

const maxLinked = 20

/** The number of model calls and their cost. */
export function CostFacts({ requests }: { requests: readonly number[] }) {
  const cost = useCost(requests)
  if (requests.length === 0) return null
  return (
    <>
      {cost && (
        <>
          <Fact name="Cost">
            {cost.isWhole ? '' : 'At least '}
            {costText(cost.price, cost.unpriced)}
          </Fact>
          <Fact name="Tokens">
            {cost.isWhole ? '' : 'At least '}
            {tokensText(cost.input, cost.output)}
          </Fact>
        </>
      )}
      <Fact name="Requests">
        <span className="flex flex-wrap items-center gap-x-2">
          {requests.slice(0, maxLinked).map((request) => (
            <Link
              key={request}
              to="/requests"
              search={{ request }}
              className="flex min-h-6 min-w-6 items-center text-accent-ink underline"
            >
              {request}
            </Link>
          ))}
          {requests.length > maxLinked && <span>and {requests.length - maxLinked} more</span>}
        </span>
      </Fact>
    </>
  )
}

/** The number of requests that are read for the cost. The sum covers only these. */
const maxPriced = 50

/** The cost of the model calls of a node or run; null while it is unknown. */
function useCost(requests: readonly number[]) {
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
