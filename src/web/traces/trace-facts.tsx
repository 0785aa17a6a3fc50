import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Answer, queryOf } from '../api/index.ts'
import { Badge } from '../design/index.ts'
import { ClockTime, Fact, FactList, tokensText, totalCostText } from '../requests/index.ts'
import { scoreText } from '../requests/values.ts'

const linkStyle = 'text-accent-ink hover:underline'

/** Milliseconds between two reads of a trace in progress. */
const liveMilliseconds = 3_000

interface Props {
  readonly traceId: string
  /** Facts that come first. */
  readonly children: ReactNode
}

/** Time, models, tools, cost and user of a trace. */
export function TraceFacts({ traceId, children }: Props) {
  const { data } = useQuery({
    ...queryOf(['trace-facts', traceId], 'searchTraces', {
      body: { filter_group: { filters: [{ field: 'trace_id', operator: 'is', value: traceId }] } },
    }),
    refetchInterval: ({ state }) => state.data?.items[0]?.state === 'live' && liveMilliseconds,
  })
  const trace = data?.items[0]
  return (
    <FactList>
      {children}
      {trace && <Summary trace={trace} />}
    </FactList>
  )
}

function Summary({ trace }: { trace: Answer<'searchTraces'>['items'][number] }) {
  const { session_id: session, user_id: user, models, tools } = trace
  return (
    <>
      <Fact name="Time">
        <ClockTime at={trace.started_at} /> {trace.state === 'live' && <Badge tone="note">Live</Badge>}
      </Fact>
      {models.length > 0 && <Fact name="Models">{listed(models)}</Fact>}
      {tools.length > 0 && <Fact name="Tools">{listed(tools)}</Fact>}
      {trace.request_count > 0 && (
        <>
          <Fact isNumber name="Tokens in / out">
            {tokensText(trace.input_tokens, trace.output_tokens)}
          </Fact>
          <Fact isNumber name="Cost">
            <span
              title={trace.cost_is_whole ? undefined : 'Requests without a price are not part of the cost'}
            >
              {totalCostText(trace)}
            </span>
          </Fact>
        </>
      )}
      {trace.scores.length > 0 && (
        <Fact name="Scores">
          {trace.scores.map((score) => `${score.name} ${scoreText(score)}`).join(', ')}
        </Fact>
      )}
      {user !== null && (
        <Fact name="User">
          <Link to="/users/$userId" params={{ userId: user }} className={linkStyle}>
            <bdi>{user}</bdi>
          </Link>
        </Fact>
      )}
      {session !== null && (
        <Fact name="Session">
          <Link to="/sessions/$sessionId" params={{ sessionId: session }} className={linkStyle}>
            <bdi>{session}</bdi>
          </Link>
        </Fact>
      )}
    </>
  )
}

const maxListed = 3

const listed = (values: readonly string[]): ReactNode => (
  <bdi title={values.join(', ')}>
    {values.slice(0, maxListed).join(', ')}
    {values.length > maxListed && ` +${values.length - maxListed}`}
  </bdi>
)
