import type { Random } from './random.ts'
import type { Ticket } from './tickets.ts'

const day = 24 * 3_600_000

interface Kind {
  readonly prompt: string
  readonly version: number
  readonly provider: string
  readonly model: string
  readonly milliseconds: number
  /** Milliseconds to the first token of a streamed answer; absent if the answer is not streamed. */
  readonly firstToken?: number
  readonly input: number
  readonly output: number
  readonly share: number
}

const kinds: readonly Kind[] = [
  {
    prompt: 'ticket-triage',
    version: 2,
    provider: 'openai',
    model: 'gpt-4o-mini',
    milliseconds: 620,
    input: 260,
    output: 24,
    share: 5,
  },
  {
    prompt: 'ticket-triage',
    version: 3,
    provider: 'openai',
    model: 'gpt-4.1-mini',
    milliseconds: 740,
    input: 290,
    output: 24,
    share: 2,
  },
  {
    prompt: 'ticket-reply',
    version: 1,
    provider: 'openai',
    model: 'gpt-4.1-mini',
    milliseconds: 2_400,
    firstToken: 480,
    input: 380,
    output: 140,
    share: 4,
  },
  {
    prompt: 'conversation-summary',
    version: 1,
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    milliseconds: 3_100,
    input: 1_900,
    output: 85,
    share: 2,
  },
  {
    prompt: 'product-question',
    version: 1,
    provider: 'google',
    model: 'gemini-2.5-flash',
    milliseconds: 1_300,
    firstToken: 350,
    input: 150,
    output: 210,
    share: 3,
  },
]

const failures = [
  ['PROVIDER_RATE_LIMIT', 'Rate limit reached for requests; please try again in 1.2s.'],
  ['PROVIDER_TIMEOUT', 'The provider did not answer within 60 seconds.'],
  ['PROVIDER_ERROR', 'The server had an error while processing your request.'],
] as const

const replies: Readonly<Record<string, (ticket: Ticket) => string>> = {
  'ticket-triage': ({ category }) => JSON.stringify({ category, priority: 'normal', sentiment: 'neutral' }),
  'ticket-reply': () =>
    'Thank you for writing to us.\n\nI have looked into it and will write again tomorrow.\n\nKind regards\nYour support team',
  'conversation-summary': ({ category }) =>
    `The customer has a ${category} question about a recent order. A colleague answered and waits for photos.`,
  'product-question': () =>
    'For a week in the rain I would take the trekking model: it weighs 1.9 kg and stays dry.',
}

const message = <Role extends 'user' | 'assistant'>(role: Role, text: string) => ({
  type: 'chat' as const,
  messages: [{ role, content: [{ type: 'text' as const, text }] }],
})

export interface SampleRequest {
  readonly body: ReturnType<typeof requestOf>
  /** The score named `helpful`; null for most requests. */
  readonly score: number | null
}

/** Makes requests of the last days, oldest first, with more of them by day than by night. Each kind occurs. */
export function makeRequests(
  random: Random,
  tickets: readonly Ticket[],
  count: number,
  now: number,
): SampleRequest[] {
  const pool = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))
  const bodies = Array.from({ length: count }, (_, index) =>
    requestOf(random, kinds[index] ?? random.of(pool), random.of(tickets), now),
  )
  bodies.sort((a, b) => (a.request_start_time < b.request_start_time ? -1 : 1))
  return bodies.map((body) => ({
    body,
    score:
      body.status === 'SUCCESS' && random.next() < 0.3
        ? Math.min(100, Math.round(random.around(86, 0.15)))
        : null,
  }))
}

function requestOf(random: Random, kind: Kind, ticket: Ticket, now: number) {
  const start = startedAt(random, now)
  const isFailed = random.next() < 0.035
  const isSlow = random.next() < 0.04
  const milliseconds = random.around(kind.milliseconds) * (isSlow ? 6 : 1)
  const shareOfFirstToken = kind.firstToken === undefined ? null : kind.firstToken / kind.milliseconds
  const [error_type, error_message] = isFailed ? random.of(failures) : [null, null]
  return {
    provider: kind.provider,
    model: kind.model,
    input: message('user', ticket.text),
    output: message('assistant', isFailed ? '' : replies[kind.prompt]!(ticket)),
    request_start_time: new Date(start).toISOString(),
    request_end_time: new Date(start + milliseconds).toISOString(),
    time_to_first_token_ms:
      isFailed || shareOfFirstToken === null ? null : Math.round(milliseconds * shareOfFirstToken),
    prompt_name: kind.prompt,
    prompt_version_number: kind.version,
    prompt_input_variables: { ticket: ticket.text },
    input_tokens: Math.round(random.around(kind.input, 0.2)),
    output_tokens: isFailed ? 0 : Math.round(random.around(kind.output, 0.3)),
    status: isFailed ? ('ERROR' as const) : ('SUCCESS' as const),
    error_type,
    error_message,
    tags: [random.next() < 0.85 ? 'production' : 'staging', ...(isSlow ? ['slow'] : [])],
    metadata: {
      customer: `c-${random.whole(1, 60)}`,
      channel: random.of(['mail', 'mail', 'chat', 'app']),
      plan: ticket.plan,
    },
  }
}

function startedAt(random: Random, now: number): number {
  for (;;) {
    const at = now - random.next() * 7 * day
    const hour = new Date(at).getUTCHours()
    if (random.next() < (hour >= 7 && hour < 19 ? 1 : 0.25)) return at
  }
}
