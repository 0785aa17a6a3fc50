import { parsed, textOf } from './reading/fields.ts'
import type { Attributes, Span, SpanStatus } from './span.ts'
import { isLogfireScope } from './styles/logfire.ts'

/** The status of a span. Some packages state a failure in attributes alone. */
export function statedStatus(
  status: SpanStatus,
  message: string,
  attributes: Attributes,
): Pick<Span, 'status' | 'statusMessage'> {
  const isFailure = isFailedInLangfuse(status, attributes) || isFailedInMastra(attributes)
  if (!isFailure) return { status, statusMessage: message || null }
  const stated = textOf(attributes.get('langfuse.observation.status_message'))
  return { status: 'ERROR', statusMessage: message || stated }
}

/** Langfuse's JavaScript SDK leaves the status unset. */
const isFailedInLangfuse = (status: SpanStatus, attributes: Attributes): boolean =>
  status === 'UNSET' && attributes.get('langfuse.observation.level') === 'ERROR'

/** Mastra writes OK for a failed call of a model. */
const isFailedInMastra = (attributes: Attributes): boolean =>
  attributes.has('mastra.span.type') &&
  [parsed(attributes.get('gen_ai.response.finish_reasons'))].flat().includes('error')

/**
 * The name of a span. Logfire names a span by the template of its message, which is an attribute, and Vercel's AI SDK an
 * agent by its model.
 */
export function statedName(name: string, scope: string, attributes: Attributes): string {
  const text = (key: string) => textOf(attributes.get(key)) ?? ''
  if (isLogfireScope(scope) && name.includes('{')) return text('logfire.msg') || name
  const agent = text('gen_ai.agent.name')
  return agent !== '' && name === `invoke_agent ${text('gen_ai.request.model')}`
    ? `invoke_agent ${agent}`
    : name
}
