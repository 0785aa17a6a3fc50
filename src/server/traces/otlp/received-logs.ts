import type { Attributes, AttributeValue, SpanEvent } from '../../../engine/traces/index.ts'
import { spanRefused } from '../../../engine/traces/index.ts'
import { ReceivedItems } from './received-items.ts'
import { isId } from './span-parts.ts'

/** A log record that becomes an event of a span. */
export interface SpanLogRecord {
  readonly traceId: string
  readonly spanId: string
  readonly event: SpanEvent
}

/** A log record as both OTLP encodings give it. */
export interface LogParts {
  readonly time: bigint
  readonly eventName: string
  readonly traceId: string
  readonly spanId: string
  readonly body: AttributeValue
  readonly attributes: Attributes
}

/** Log records of one export about model calls; others are dropped. */
export class ReceivedLogs extends ReceivedItems<SpanLogRecord> {
  constructor() {
    super('log records')
  }

  /** Keeps the record, counts it as rejected, or drops it. */
  addLog(read: () => LogParts): void {
    this.add(() => logOf(read()))
  }
}

/** Libraries put the event name where their version of the conventions has it. */
function logOf({ time, eventName, traceId, spanId, body, attributes }: LogParts): SpanLogRecord | null {
  const name = eventName || attributes.get('event.name') || attributes.get('event_name')
  if (typeof name !== 'string' || !name.startsWith('gen_ai.')) return null
  if (!isId(traceId, 32)) throw spanRefused('of a log record has no trace id of 16 bytes')
  if (!isId(spanId, 16)) throw spanRefused('of a log record has no span id of 8 bytes')
  const withBody = body === null ? attributes : new Map([...attributes, ['body', body] as const])
  return { traceId, spanId, event: { name, time, attributes: withBody, source: 'log' } }
}
