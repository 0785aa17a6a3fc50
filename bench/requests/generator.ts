import { noLink, type RequestRecord } from '../../src/server/requests/index.ts'
import { Random } from '../kept-sets/random.ts'

const vocabulary = 20_000
const customers = 20_000
const days = 90
/** One request in this many has the score 100 and the verdict `fraud`. */
export const rare = 5_000
/** The newest time of the set. It is fixed, so that the set is always the same. */
export const newestTime = Date.UTC(2026, 10, 20)
const day = 86_400_000

const models = [
  ['openai', 'gpt-4o', 1800],
  ['openai', 'gpt-4o-mini', 700],
  ['anthropic', 'claude-sonnet', 2400],
  ['anthropic', 'claude-haiku', 900],
  ['google', 'gemini-flash', 600],
  ['mistral', 'mistral-large', 1500],
  ['openai', 'o4', 9000],
  ['amazon.bedrock', 'nova-pro', 1300],
] as const
const features = ['answer', 'summary', 'triage', 'extract', 'translate', 'review', 'route', 'title']
const plans = ['free', 'team', 'business', 'enterprise']
const regions = ['eu', 'us', 'ap']
const syllables =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu ra re ri ro ru'.split(' ')

/** A made-up word for each number, distinct for distinct numbers. */
export function wordOf(number: number): string {
  let word = ''
  for (
    let quotient = number + syllables.length;
    quotient > 0;
    quotient = Math.floor(quotient / syllables.length)
  )
    word += syllables[quotient % syllables.length]
  return word
}

const words = Array.from({ length: vocabulary }, (_, number) => wordOf(number))

function prose(random: Random, count: number): string {
  const parts: string[] = []
  for (let index = 0; index < count; index++) parts.push(words[random.skewed(vocabulary)]!)
  return parts.join(' ')
}

const text = (role: 'user' | 'assistant' | 'system', content: string) => ({
  role,
  content: [{ type: 'text' as const, text: content, id: null, annotations: null, thought_signature: null }],
  input_variables: [],
  template_format: 'f-string' as const,
})
const chat = (...messages: ReturnType<typeof text>[]) => ({
  type: 'chat' as const,
  messages,
  functions: null,
  tools: null,
  function_call: null,
  tool_choice: null,
  input_variables: [],
})

/**
 * The request with this number in the set. It has about 3 kB, 3 tags and 5 metadata keys; every third request
 * is answered in JSON.
 */
export function requestOf(seed: number, number: number, count: number): RequestRecord {
  const random = new Random(Math.imul(seed, 2_654_435_761) + number)
  const [provider, model, median] = models[random.skewed(models.length)]!
  const feature = random.pick(features)
  // Times grow with the number, slightly out of order.
  const startedAt = Math.round(newestTime - days * day * (1 - (number + random.next() * 50) / count))
  const latency = random.latency(median)
  const failed = random.next() < 0.02
  const inputWords = 60 + random.below(280)
  const outputWords = 30 + random.below(150)
  const input = chat(text('system', `You do ${feature}.`), text('user', prose(random, inputWords)))
  const answer = failed
    ? ''
    : number % 3 === 0
      ? JSON.stringify({
          verdict: random.pick(['yes', 'no']),
          reasons: [{ code: random.below(20), note: prose(random, outputWords) }],
        })
      : prose(random, outputWords)
  const output = chat(text('assistant', answer))
  const customer = random.skewed(customers)
  const metadata = {
    customer: `customer-${customer}`,
    session: `session-${Math.floor(number / 4)}`,
    plan: plans[customer % plans.length],
    region: random.pick(regions),
    release: `4.${Math.floor(number / (count / 12))}.0`,
  }
  return {
    format: 'log',
    source: 'app',
    provider,
    model,
    functionName: feature,
    apiType: null,
    startedAt,
    endedAt: startedAt + latency,
    status: failed ? 'ERROR' : 'SUCCESS',
    errorType: failed ? 'PROVIDER_TIMEOUT' : null,
    errorMessage: failed ? 'timeout' : null,
    inputTokens: Math.round(inputWords * 1.4),
    outputTokens: Math.round(outputWords * 1.4),
    // Three of four answers are streamed.
    times: {
      firstTokenMilliseconds: number % 4 === 0 ? null : latency * (0.1 + (number % 7) / 20),
      attempts: null,
      waitedMilliseconds: null,
    },
    price: inputWords * 2e-6 + outputWords * 8e-6,
    link: noLink,
    input,
    output,
    variables: { topic: words[random.skewed(vocabulary)]! },
    groupId: null,
    spanId: null,
    tags: ['production', feature, `team-${random.skewed(40)}`],
    metadata,
    scores: [{ name: 'quality', score: number % rare === 7 ? 100 : (number * 37) % 100 }],
    original: Buffer.from(
      JSON.stringify({
        provider,
        model,
        input,
        output,
        metadata,
        request_start_time: startedAt,
        request_end_time: startedAt + latency,
      }),
    ),
  }
}
