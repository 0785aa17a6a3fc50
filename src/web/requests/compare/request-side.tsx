import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/index.ts'
import { ClockTime } from '../clock-time.tsx'
import { duration, isPriced, priceText } from '../numbers.ts'
import { PromptLink } from '../peek/prompt-link.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { isKnownCount, speedText } from '../tokens.ts'
import { type ComparedFigure, ComparedFigures, SideLetter } from './compared-parts.tsx'

type Request = Answer<'readRequest'>

interface Props {
  readonly letter: 'A' | 'B'
  readonly request: Request
  /** The request to compare with; absent for that request itself. */
  readonly baseline?: Request
}

/** One of two compared requests, with its latency, speed, cost and tokens against the other one. */
export function RequestSide({ letter, request, baseline }: Props) {
  const isOtherModel = baseline && modelOf(baseline) !== modelOf(request)
  return (
    <section
      aria-label={`Request ${letter}`}
      className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface p-3"
    >
      <header className="flex min-w-0 flex-wrap items-center gap-2">
        <SideLetter letter={letter} />
        <Link
          to="/requests"
          search={{ request: request.request_id, everySource: true }}
          className="font-semibold text-accent-ink hover:underline"
        >
          Request {request.request_id}
        </Link>
        <StatusBadge status={request.status} />
        <span className="ml-auto shrink-0 text-small text-ink-soft">
          <ClockTime at={request.request_start_time} />
        </span>
      </header>
      <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
        <span className={isOtherModel ? 'font-medium text-warning' : undefined}>
          <bdi>{request.model}</bdi> <bdi className="text-ink-faint">{request.provider}</bdi>
          {isOtherModel && <span className="sr-only">, another model than A</span>}
        </span>
        {request.prompt_id !== null && <PromptLink request={request} />}
      </p>
      <ComparedFigures
        className="grid-cols-2 sm:grid-cols-3"
        figures={figuresOf(request)}
        before={baseline && figuresOf(baseline)}
      />
    </section>
  )
}

const modelOf = ({ provider, model }: Request) => `${provider} ${model}`

const figuresOf = (request: Request): ComparedFigure[] => {
  const { time_to_first_token_ms: firstToken, output_tokens_per_second: speed } = request
  const tokens = (label: string, count: number): ComparedFigure =>
    isKnownCount(request, count)
      ? { label, value: count, text: count.toLocaleString('en') }
      : { label, value: null, text: '–' }
  return [
    { label: 'Latency', value: request.latency_ms, text: duration(request.latency_ms) },
    { label: 'First token', value: firstToken, text: firstToken === null ? '–' : duration(firstToken) },
    { label: 'Speed', value: speed, text: speed === null ? '–' : speedText(speed), isHigherBetter: true },
    {
      label: 'Cost',
      value: isPriced(request.price_source) ? request.price : null,
      text: priceText(request.price, request.price_source),
    },
    tokens('Tokens in', request.input_tokens),
    tokens('Tokens out', request.output_tokens),
  ]
}
