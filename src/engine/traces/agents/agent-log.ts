import type { Attributes, AttributeValue, SpanEvent } from '../span.ts'

/** A log record of OTLP. The time is in nanoseconds since 1970; ids are hexadecimal or empty. */
export interface LogRecord {
  readonly time: bigint
  readonly eventName: string
  readonly spanId: string
  readonly body: AttributeValue
  readonly attributes: Attributes
  readonly resource: Attributes
  /** The start of the call whose end the record reports, if an earlier record states it. */
  readonly callStartedAt?: bigint | undefined
}

/** A span that a log record of a coding agent describes. Keys are unique texts in place of ids. */
export interface AgentStep {
  readonly trace: string
  readonly key: string
  /** Null: the step has no parent. */
  readonly parent: string | null
  readonly name: string
  readonly startedAt: bigint
  readonly endedAt: bigint
  /** Null if the step did not fail. */
  readonly error: string | null
  /** The record's own attributes, and their meaning in the GenAI conventions. */
  readonly attributes: Attributes
  readonly resource: Attributes
}

/** A log record of a coding agent: a step of its own, or an event of the step with that key. */
export type AgentLog =
  | { readonly step: AgentStep }
  | { readonly trace: string; readonly key: string; readonly event: SpanEvent }
