import type { Attributes, AttributeValue, SpanEvent } from '../../../engine/traces/index.ts'
import { spanRefused } from '../../../engine/traces/index.ts'
import { isId } from './span-parts.ts'
import { Taken } from './taken.ts'

/** A log record that becomes an event of a span. */
export interface TakenLog {
  readonly traceId: string
  readonly spanId: string
  readonly event: SpanEvent
}

/** A log record as both forms of OTLP give it. */
export interface LogParts {
  readonly time: bigint
  readonly eventName: string
  readonly traceId: string
  readonly spanId: string
  readonly body: AttributeValue
  readonly attributes: Attributes
}

/** The log records of one export that say something of a model call; the others are dropped. */
export class TakenLogs extends Taken<TakenLog> {
  constructor() {
    super('log records')
  }

  /** Keeps the record, counts it where it alone is at fault, or drops it. */
  takeLog(read: () => LogParts): void {
    this.take(() => logOf(read()))
  }
}

/** Libraries put the event's name where their version of the conventions has it. */
function logOf({ time, eventName, traceId, spanId, body, attributes }: LogParts): TakenLog | null {
  const name = eventName || attributes.get('event.name') || attributes.get('event_name')
  if (typeof name !== 'string' || !name.startsWith('gen_ai.')) return null
  if (!isId(traceId, 32)) throw spanRefused('of a log record has no trace id of 16 bytes')
  if (!isId(spanId, 16)) throw spanRefused('of a log record has no span id of 8 bytes')
  const told = body === null ? attributes : new Map([...attributes, ['body', body] as const])
  return { traceId, spanId, event: { name, time, attributes: told, source: 'log' } }
}
