import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  type AgentStep,
  type Attributes,
  type LogRecord,
  readAgentLogs,
  type Span,
  type SpanEvent,
  spanRefused,
} from '../../../engine/traces/index.ts'
import { ReceivedItems } from './received-items.ts'
import { isId } from './span-parts.ts'

/** Ids that are made from the keys of a step. They are the same however often the record arrives. */
function idsOfStep({ trace, key }: Pick<AgentStep, 'trace' | 'key'>) {
  return { traceId: hash('sha256', trace).slice(0, 32), spanId: hash('sha256', key).slice(0, 16) }
}

function spanOfStep(step: AgentStep): Span {
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

/** A log record that becomes an event of a span. */
export interface SpanLogRecord {
  readonly traceId: string
  readonly spanId: string
  readonly event: SpanEvent
}

/** A log record as both encodings of OTLP have it. */
export interface LogParts extends LogRecord {
  readonly traceId: string
}

/** Log records that are read before other calls get a turn. */
const recordsPerTurn = 100

/** The log records of one export. Those about model calls become events of their spans. */
export class ReceivedLogs extends ReceivedItems<SpanLogRecord> {
  readonly #others: LogRecord[] = []

  constructor() {
    super('log records')
  }

  /** Reads a log record, or counts it as rejected. */
  addLog(read: () => LogParts): void {
    this.add(() => {
      const parts = read()
      const event = eventOfCall(parts)
      if (event === null) this.#others.push(parts)
      return event
    })
  }

  /**
   * Returns the spans that log records of coding agents make, with further records as their events. Other records are
   * dropped.
   */
  async agentSpans(): Promise<Span[]> {
    const spans: Span[] = []
    let recordCount = 0
    for (const log of readAgentLogs(this.#others)) {
      if (++recordCount % recordsPerTurn === 0) await setImmediate()
      if (log === null) continue
      if ('step' in log) spans.push(spanOfStep(log.step))
      else this.items.push({ ...idsOfStep(log), event: log.event })
    }
    return spans
  }
}

/** Libraries put the event name where their version of the conventions has it, so all three are read. */
function eventOfCall({ time, eventName, traceId, spanId, body, attributes }: LogParts): SpanLogRecord | null {
  const name = eventNameOf(eventName, attributes)
  if (typeof name !== 'string' || !name.startsWith('gen_ai.')) return null
  if (!isId(traceId, 32)) throw spanRefused('of a log record has no trace id of 16 bytes')
  if (!isId(spanId, 16)) throw spanRefused('of a log record has no span id of 8 bytes')
  const withBody = body === null ? attributes : new Map([...attributes, ['body', body] as const])
  return { traceId, spanId, event: { name, time, attributes: withBody, source: 'log' } }
}

const eventNameOf = (eventName: string, attributes: Attributes) =>
  eventName || attributes.get('event.name') || attributes.get('event_name')
