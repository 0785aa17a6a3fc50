import type { Attributes, AttributeValue, Span } from '../../src/engine/traces/index.ts'
import { Random } from '../kept-sets/random.ts'
import { newestTime, wordOf } from '../requests/generator.ts'

export const spansOfTrace = 10
export const users = 20_000
export const vocabulary = 20_000
/** The first traces of the set are one session. */
export const longSession = { id: 'session-long', turns: 500 }
/** A trace outside the set with this many spans: an agent that calls agents that call tools. */
export const agentTrace = { id: 'f'.repeat(32), spans: 5_000 }

export const models = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5', 'claude-haiku-4-5', 'gemini-2.5-flash']
export const features = ['answer', 'summary', 'triage', 'extract', 'translate', 'review', 'route', 'title']
export const tools = Array.from({ length: 24 }, (_, number) => `find_${wordOf(number)}`)
export const plans = ['free', 'team', 'business', 'enterprise']
const regions = ['eu', 'us', 'ap']
const days = 90
const day = 86_400_000

const words = Array.from({ length: vocabulary }, (_, number) => wordOf(number))
const prose = (random: Random, count: number): string =>
  Array.from({ length: count }, () => words[random.skewed(vocabulary)]).join(' ')

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')
export const traceId = (number: number): string => hex(number + 1, 32)

interface Part {
  readonly trace: string
  readonly number: number
  readonly parent: number | null
  readonly name: string
  readonly startedAt: number
  readonly duration: number
  readonly isFailed?: boolean
  readonly attributes: Readonly<Record<string, AttributeValue>>
}

const resource: Attributes = new Map([['service.name', 'support-desk']])

const spanOf = ({ trace, number, parent, name, startedAt, duration, isFailed, attributes }: Part): Span => ({
  traceId: trace,
  spanId: hex(number + 1, 16),
  parentSpanId: parent === null ? null : hex(parent + 1, 16),
  traceState: '',
  name,
  kind: 'INTERNAL',
  startedAt: BigInt(Math.round(startedAt)) * 1_000_000n,
  endedAt: BigInt(Math.round(startedAt + duration)) * 1_000_000n,
  status: isFailed ? 'ERROR' : 'OK',
  statusMessage: isFailed ? 'the tool refused' : null,
  attributes: new Map(Object.entries(attributes)),
  events: [],
  links: [],
  resource,
  schemaUrl: '',
  scope: { name: 'bench', version: '1' },
})

/**
 * The trace with this number: a root with user, session and two metadata keys, one model call, eight tool
 * calls.
 */
export function traceOf(seed: number, number: number, count: number): Span[] {
  const random = new Random(Math.imul(seed, 2_654_435_761) + number)
  const trace = traceId(number)
  const first = number * spansOfTrace
  const feature = random.pick(features)
  const user = random.skewed(users)
  // Times grow with the number, slightly out of order.
  const startedAt = newestTime - days * day * (1 - (number + random.next() * 50) / count)
  const duration = random.latency(4_000)
  const root = spanOf({
    trace,
    number: first,
    parent: null,
    name: `agent ${feature}`,
    startedAt,
    duration,
    isFailed: random.next() < 0.02,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'session.id': number < longSession.turns ? longSession.id : `session-${Math.floor(number / 4)}`,
      'user.id': `user-${user}`,
      'langfuse.trace.metadata.plan': plans[user % plans.length]!,
      'langfuse.trace.metadata.region': random.pick(regions),
    },
  })
  const steps = Array.from({ length: spansOfTrace - 2 }, (_, step) => {
    const tool = tools[random.skewed(tools.length)]!
    return spanOf({
      trace,
      number: first + 2 + step,
      parent: first,
      name: `execute_tool ${tool}`,
      startedAt: startedAt + (duration * (step + 1)) / 10,
      duration: duration / 12,
      isFailed: random.next() < 0.01,
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool },
    })
  })
  return [root, callOf(random, trace, first + 1, first, startedAt, duration / 10), ...steps]
}

function callOf(
  random: Random,
  trace: string,
  number: number,
  parent: number,
  startedAt: number,
  duration: number,
): Span {
  const model = models[random.skewed(models.length)]!
  const message = (role: string, content: string) =>
    JSON.stringify([{ role, parts: [{ type: 'text', content }] }])
  return spanOf({
    trace,
    number,
    parent,
    name: `chat ${model}`,
    startedAt,
    duration,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': model,
      'gen_ai.usage.input_tokens': 40 + random.below(200),
      'gen_ai.usage.output_tokens': 20 + random.below(80),
      'gen_ai.input.messages': message('user', prose(random, 40)),
      'gen_ai.output.messages': message('assistant', prose(random, 20)),
    },
  })
}

/** Spans of agents that call ten tools each and are called by one root. */
export function agentSpans(count: number): Span[] {
  const first = count * spansOfTrace
  const { id: trace, spans } = agentTrace
  const startedAt = newestTime - day
  return Array.from({ length: spans }, (_, index) => {
    const isAgent = (index - 1) % 11 === 0
    const agent = index - ((index - 1) % 11)
    const tool = tools[index % tools.length]!
    return spanOf({
      trace,
      number: first + index,
      parent: index === 0 ? null : first + (isAgent ? 0 : agent),
      name:
        index === 0
          ? 'agent root'
          : isAgent
            ? `agent ${features[agent % features.length]}`
            : `execute_tool ${tool}`,
      startedAt: startedAt + index * 10,
      duration: index === 0 ? spans * 10 : isAgent ? 110 : 9,
      attributes:
        index === 0 || isAgent
          ? { 'gen_ai.operation.name': 'invoke_agent' }
          : { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool },
    })
  })
}
