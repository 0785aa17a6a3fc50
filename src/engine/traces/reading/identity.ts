import type { Span } from '../span.ts'
import type { AttributeReader } from './attribute-reader.ts'
import { field, parsed, textOf } from './fields.ts'

/** Attributes that name the conversation or session of a span, by precedence. */
const sessionKeys = [
  'gen_ai.conversation.id',
  'session.id',
  'langfuse.session.id',
  'langfuse.trace.session_id',
  'langsmith.trace.session_id',
  'langsmith.metadata.session_id',
  'langsmith.metadata.thread_id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.conversation_id',
  'traceloop.association.properties.thread_id',
  'ai.telemetry.metadata.sessionId',
  'ai.telemetry.metadata.session_id',
  'ai.settings.context.sessionId',
  'ai.settings.context.session_id',
  'litellm.session_id',
  'metadata.session_id',
  'mlflow.trace.session',
  'mastra.metadata.sessionId',
  'gcp.vertex.agent.session_id',
  'conversation.id',
  'thread.id',
] as const

/** Attributes that name the end user of a span, by precedence. */
const userKeys = [
  'user.id',
  'enduser.id',
  'langfuse.user.id',
  'langfuse.trace.user_id',
  'langsmith.metadata.user_id',
  'traceloop.association.properties.user_id',
  'ai.telemetry.metadata.userId',
  'ai.telemetry.metadata.user_id',
  'ai.settings.context.userId',
  'ai.settings.context.user_id',
  'metadata.user_api_key_end_user_id',
  'metadata.user_id',
  'litellm.metadata.user_api_key_end_user_id',
  'mlflow.trace.user',
  'mastra.metadata.userId',
  'mastra.metadata.resourceId',
  'llm.user',
  'gen_ai.request.user',
] as const

/** Prefixes under which applications put metadata of their own. */
const metadataPrefixes = [
  'langfuse.trace.metadata',
  'langsmith.metadata',
  'traceloop.association.properties',
  'ai.telemetry.metadata',
  'ai.settings.context',
  'promptlayer.metadata',
  'mlflow.traceTag',
  'mastra.metadata',
] as const

/** Facts of an HTTP call that Mastra writes among the metadata of its application. */
export const mastraHttpKeys: ReadonlySet<string> = new Set(['headers', 'body', 'modelMetadata', 'runId'])

/**
 * The attributes by which a span states the session of its trace. Pydantic AI makes a conversation id for each run to which the
 * application gave none, so another span's session takes precedence.
 */
export const statedSessionKeys = ({ scope }: Span): readonly string[] =>
  scope.name === 'pydantic-ai' ? sessionKeys.filter((key) => key !== 'gen_ai.conversation.id') : sessionKeys

export interface Identity {
  readonly session: string | null
  readonly user: string | null
}

/** Session and user of a span in the terms of every convention; attributes of the resource apply to all its spans. */
export function identityOf(
  span: AttributeReader,
  resource: AttributeReader,
  keysOfSession: readonly string[] = sessionKeys,
): Identity {
  const text = (keys: readonly string[]) =>
    nonEmptyText(span.value(...keys)) ?? nonEmptyText(resource.value(...keys))
  const inMetadata = (...names: string[]) => nonEmptyText(field(span.json('metadata'), ...names))
  return {
    session: text(keysOfSession) ?? inMetadata('session_id', 'conversation_id', 'thread_id'),
    user: text(userKeys) ?? inMetadata('user_id'),
  }
}

/** Metadata that any span of a trace states, model call or not. */
export function statedMetadata(span: AttributeReader, resource: AttributeReader): [string, string][] {
  const stated = new Map<string, string>()
  for (const prefix of metadataPrefixes)
    for (const reader of [resource, span])
      for (const [key, value] of reader.entriesUnder(prefix)) {
        if (prefix === 'mastra.metadata' && mastraHttpKeys.has(key)) continue
        const text = nonEmptyText(value)
        if (text !== null) stated.set(key, text)
      }
  return [...stated]
}

/** Langfuse and MLflow write texts as JSON, in quotes. */
const nonEmptyText = (value: unknown): string | null => {
  const text = (textOf(parsed(value)) ?? textOf(value))?.trim() || null
  return text?.startsWith(scrubbed) ? null : text
}

/** Logfire writes `[Scrubbed due to 'session']` in place of sessions, unless the application allows them. */
const scrubbed = '[Scrubbed due to '
