import { randomBytes } from 'node:crypto'
import type { Api } from '../../kit/api.ts'

/** Spans in OpenTelemetry's JSON. */

export const newTraceId = () => randomBytes(16).toString('hex')
export const newSpanId = () => randomBytes(8).toString('hex')

type Value = string | number | boolean | readonly Value[]

const valueIn = (value: Value): object => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { arrayValue: { values: value.map(valueIn) } }
}

export const attributes = (values: Readonly<Record<string, Value>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: valueIn(value) }))

const start = 1_795_168_800_000_000_000n

interface SpanChoice {
  readonly traceId: string
  readonly spanId?: string
  readonly parentSpanId?: string
  readonly name?: string
  readonly values?: Readonly<Record<string, Value>>
  /** Milliseconds after the start of the first span. */
  readonly at?: number
  readonly milliseconds?: number | null
  readonly [field: string]: unknown
}

export function otlpSpan({ values = {}, at = 0, milliseconds = 1250, ...rest }: SpanChoice) {
  const startedAt = start + BigInt(at) * 1_000_000n
  return {
    spanId: newSpanId(),
    name: 'a step',
    kind: 1,
    startTimeUnixNano: String(startedAt),
    endTimeUnixNano: milliseconds === null ? '0' : String(startedAt + BigInt(milliseconds) * 1_000_000n),
    attributes: attributes(values),
    ...rest,
  }
}

export const exported = (spans: readonly unknown[], resource: Readonly<Record<string, Value>> = {}) => ({
  resourceSpans: [
    { resource: { attributes: attributes(resource) }, scopeSpans: [{ scope: { name: 'test' }, spans }] },
  ],
})

export const exportSpans = (api: Api, ...spans: readonly unknown[]) => api.post('/v1/traces', exported(spans))

/** Attributes of a model call. */
export const chatValues = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o-mini',
  'gen_ai.usage.input_tokens': 21,
  'gen_ai.usage.output_tokens': 5,
  'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Hello"}]}]',
  'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Hello, Ada."}]}]',
}

export const readTrace = async (api: Api, traceId: string, query = '') =>
  (await api.get(`/api/public/v2/traces/${traceId}${query}`)).body
