import { hash } from 'node:crypto'
import type { AgentStep, Span } from '../../../engine/traces/index.ts'

/** Ids that are made from the keys of a step. They are the same however often the record arrives. */
export function idsOfStep({ trace, key }: Pick<AgentStep, 'trace' | 'key'>) {
  return { traceId: hash('sha256', trace).slice(0, 32), spanId: hash('sha256', key).slice(0, 16) }
}

export function spanOfStep(step: AgentStep): Span {
  const { trace, parent, name, startedAt, endedAt, error, attributes, resource } = step
  return {
    ...idsOfStep(step),
    parentSpanId: parent === null ? null : idsOfStep({ trace, key: parent }).spanId,
    traceState: '',
    name,
    kind: 'INTERNAL',
    startedAt,
    endedAt,
    status: error === null ? 'OK' : 'ERROR',
    statusMessage: error,
    attributes,
    events: [],
    links: [],
    resource,
    schemaUrl: '',
    scope: { name: '', version: '' },
  }
}
