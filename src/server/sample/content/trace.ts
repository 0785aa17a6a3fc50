import { hash } from 'node:crypto'

interface Part {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly under: number | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly problem?: string
}

const message = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }])

const messages = (question: string, answer: string) => ({
  'gen_ai.input.messages': message('user', question),
  'gen_ai.output.messages': message('assistant', answer),
})

/** Times are in milliseconds from the start of the trace. `under` is the index of the parent. */
const parts: readonly Part[] = [
  {
    name: 'answer ticket',
    from: 0,
    to: 4_820,
    under: null,
    attributes: {
      'ticket.id': 'T-4711',
      channel: 'mail',
      'session.id': 'ticket-4711',
      'user.id': 'customer-42',
    },
  },
  { name: 'triage', from: 12, to: 690, under: 0, attributes: { node_type: 'WORKFLOW' } },
  {
    name: 'chat gpt-4o-mini',
    from: 20,
    to: 680,
    under: 1,
    attributes: {
      'gen_ai.system': 'openai',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.usage.input_tokens': 263,
      'gen_ai.usage.output_tokens': 24,
      ...messages('Where is my tent? I ordered it nine days ago.', 'Topic: delivery. Order: A-55102.'),
    },
  },
  {
    name: 'look up order',
    from: 702,
    to: 1_110,
    under: 0,
    attributes: { 'tool.name': 'lookup_order', 'order.id': 'A-55102' },
  },
  {
    name: 'warehouse',
    from: 1_120,
    to: 2_040,
    under: 0,
    attributes: { 'http.request.method': 'GET' },
    problem: 'The warehouse answered 503; tried again.',
  },
  {
    name: 'chat gpt-4.1-mini',
    from: 2_060,
    to: 4_790,
    under: 0,
    attributes: {
      'gen_ai.system': 'openai',
      'gen_ai.request.model': 'gpt-4.1-mini',
      'gen_ai.usage.input_tokens': 402,
      'gen_ai.usage.output_tokens': 151,
      ...messages(
        'Where is my tent? I ordered it nine days ago.',
        'Your tent left our warehouse this morning and arrives on Thursday. I am sorry for the delay.',
      ),
    },
  },
]

/** Makes the trace of one ticket, from triage to the sent answer. The same seed gives the same ids. */
export function makeTrace(seed: string, now: number) {
  const idOf = (name: string, length: number) => hash('sha256', `${seed} ${name}`).slice(0, length)
  const trace_id = idOf('trace', 32)
  const ids = parts.map((_part, index) => idOf(`span ${index}`, 16))
  const start = now - 3 * 3_600_000
  const nanoseconds = (milliseconds: number) => String(BigInt(Math.round(start + milliseconds)) * 1_000_000n)
  const spans = parts.map(({ name, from, to, under, attributes, problem }, index) => ({
    name,
    context: { trace_id, span_id: ids[index]!, trace_state: '' },
    kind: 'SpanKind.INTERNAL' as const,
    parent_id: under === null ? null : ids[under]!,
    start_time: nanoseconds(from),
    end_time: nanoseconds(to),
    status: problem
      ? { status_code: 'StatusCode.ERROR' as const, description: problem }
      : { status_code: 'StatusCode.OK' as const },
    attributes,
    resource: { attributes: { 'service.name': 'support-desk' }, schema_url: '' },
  }))
  return { traceId: trace_id, spans }
}
