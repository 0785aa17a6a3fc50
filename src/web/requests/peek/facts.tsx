import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sessionKeys, userKeys } from '../../../engine/search/person-keys.ts'
import type { Answer } from '../../api/index.ts'
import { Badge } from '../../design/index.ts'
import { ClockTime } from '../clock-time.tsx'
import { Fact, FactList } from '../facts.tsx'
import type { Filter } from '../filter/filters.ts'
import { duration, priceText } from '../numbers.ts'
import { requestTokens, speedText } from '../tokens.ts'
import { valueText } from '../value-text.ts'
import { PromptLink } from './prompt-link.tsx'

type Request = Answer<'readRequest'>

/** Time, prompt, model, latency, cost and user of a request. */
export function Facts({ request }: { request: Request }) {
  const { attempts, waited_ms, source } = request
  const { time_to_first_token_ms: firstToken, output_tokens_per_second: speed } = request
  return (
    <FactList>
      <Fact name="Time">
        <ClockTime at={request.request_start_time} />
      </Fact>
      {request.prompt_id !== null && (
        <Fact name="Prompt">
          <PromptLink request={request} />
        </Fact>
      )}
      <Fact name="Model">
        <bdi>{request.model}</bdi> <bdi className="text-ink-faint">{request.provider}</bdi>
      </Fact>
      <Fact name="Latency">{duration(request.latency_ms)}</Fact>
      {firstToken !== null && <Fact name="First token">{duration(firstToken)}</Fact>}
      {speed !== null && <Fact name="Speed">{speedText(speed)}</Fact>}
      {(attempts ?? 1) > 1 && (
        <Fact name="Attempts">
          {attempts}, waited {duration(waited_ms ?? 0)}
        </Fact>
      )}
      <Fact name="Tokens in / out">{requestTokens(request)}</Fact>
      <Fact name="Cost">{priceText(request.price, request.price_source)}</Fact>
      <Metadata name="User" keys={userKeys} request={request}>
        {(userId) => (
          <Link to="/users/$userId" params={{ userId }} className={linkStyle}>
            <bdi>{userId}</bdi>
          </Link>
        )}
      </Metadata>
      <Metadata name="Session" keys={sessionKeys} request={request}>
        {(sessionId) => (
          <Link to="/sessions/$sessionId" params={{ sessionId }} className={linkStyle}>
            <bdi>{sessionId}</bdi>
          </Link>
        )}
      </Metadata>
      {request.scores.length > 0 && (
        <Fact name="Score">{request.scores.map(({ score }) => score).join(', ')}</Fact>
      )}
      {source !== 'app' && (
        <Fact name="Source">
          <Badge tone="note">{source}</Badge>
        </Fact>
      )}
    </FactList>
  )
}

const linkStyle = 'text-accent-ink hover:underline'

interface MetadataProps {
  readonly name: string
  readonly keys: readonly string[]
  readonly request: Request
  /** The link to the page of the user or session. */
  readonly children: (value: string) => ReactNode
}

/** Metadata keys under which requests of a trace have its session and user. */
const keysOfTraces = new Set(['user_id', 'session_id', 'conversation_id'])
const maxShown = 100

/**
 * The value of the first key that the request has. It links to the page of the user or session, or to all
 * requests with the value.
 */
function Metadata({ name, keys, request: { metadata, trace_id }, children }: MetadataProps) {
  const key = keys.find((key) => Object.hasOwn(metadata, key) && metadata[key] !== null)
  if (key === undefined) return null
  const value = valueText(metadata[key])
  if (trace_id !== null && keysOfTraces.has(key) && value.length <= maxShown)
    return <Fact name={name}>{children(value)}</Fact>
  const filters: readonly Filter[] = [{ field: 'metadata', operator: 'key_equals', nested_key: key, value }]
  return (
    <Fact name={name}>
      <Link to="/requests" search={{ filters, everySource: true }} className={linkStyle}>
        <bdi>{value.slice(0, maxShown)}</bdi>
      </Link>
    </Fact>
  )
}
