import { valueOfJson } from '../limits.ts'
import type { Span } from '../span.ts'

/** A span with these attributes; its other fields are the same for all cases. */
export function spanWith(attributes: Record<string, unknown>, rest: Partial<Span> = {}): Span {
  return {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: 'eee19b7ec3c1b174',
    parentSpanId: null,
    traceState: '',
    name: 'a step',
    kind: 'CLIENT',
    startedAt: 1_795_168_800_000_000_000n,
    endedAt: 1_795_168_801_250_000_000n,
    status: 'UNSET',
    statusMessage: null,
    attributes: attributesOf(attributes),
    events: [],
    links: [],
    resource: new Map(),
    schemaUrl: '',
    scope: { name: '', version: '' },
    ...rest,
  }
}

export const attributesOf = (attributes: Record<string, unknown>): Span['attributes'] =>
  new Map(Object.entries(attributes).map(([key, value]) => [key, valueOfJson(value)]))

export const event = (name: string, attributes: Record<string, unknown>) => ({
  name,
  time: 1_795_168_800_000_000_000n,
  attributes: attributesOf(attributes),
})

export const json = (value: unknown) => JSON.stringify(value)
export const parameters = { type: 'object', properties: { city: { type: 'string' } } }
export const weather = { type: 'function', name: 'weather', description: 'The weather', parameters }

/** The content of every case below, in the attributes of each style. */
export const conversation = {
  model: 'gpt-4o-mini',
  messages: [
    'system: Be kind.',
    'user: Weather?',
    'assistant: weather({"city":"Oslo"})',
    'tool: rain',
    'assistant: It rains.',
  ],
  tokens: [21, 5, 8, 2],
  temperature: 0.5,
  finishReason: 'stop',
  tool: 'weather',
}

export const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Oslo"}' },
}

/** The same conversation in each style. */
export interface StyleCase {
  readonly style: string
  readonly span: Span
}
