import { Link } from '@tanstack/react-router'
import { costText, tokensText } from '../../requests/index.ts'
import { Fact } from './facts.tsx'
import { useCost } from './use-cost.ts'

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
