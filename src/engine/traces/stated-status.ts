import { textOf } from './reading/fields.ts'
import type { Attributes, Span, SpanStatus } from './span.ts'

/** The status of a span. Langfuse's JavaScript SDK leaves it unset and states a failure in attributes. */
export function statedStatus(
  status: SpanStatus,
  message: string,
  attributes: Attributes,
): Pick<Span, 'status' | 'statusMessage'> {
  const isFailure = status === 'UNSET' && attributes.get('langfuse.observation.level') === 'ERROR'
  if (!isFailure) return { status, statusMessage: message || null }
  const stated = textOf(attributes.get('langfuse.observation.status_message'))
  return { status: 'ERROR', statusMessage: message || stated }
}
