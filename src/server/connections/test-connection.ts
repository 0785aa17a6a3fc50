import { Refusal } from '../../engine/refusal.ts'
import { modelKwargs, wireOf } from '../../engine/template/model-kwargs/index.ts'
import type { Handler } from '../http/handler.ts'
import { callModel, ModelFailure } from '../model/index.ts'
import { connectionRows } from './connection-queries.ts'
import { absentConnection } from './connections.ts'

/** Milliseconds in which the provider must answer. */
const timeoutMilliseconds = 20_000

/**
 * Sends one short question with the connection's key. The call bypasses slots and the log, because it belongs to no run
 * and a busy provider should be reported at once.
 */
export const testConnection: Handler<'testConnection'> = async (context, { caller, params, body }) => {
  const { workspace } = caller
  const row = await connectionRows.find(context.store.db, workspace, params.connection_id)
  if (!row) throw absentConnection()
  const provider = row.client ?? row.provider
  const name = body.model ?? testModelOf(row)
  if (name === null)
    throw new Refusal('invalid', 'name a model that this connection has', { loc: ['body', 'model'] })
  const model = { provider, name, api_type: null }
  const request = { provider, model: name, apiType: null, kwargs: questionTo(model), connection: row.id }
  try {
    const { latencyMilliseconds } = await callModel(context, workspace, request, {
      attempts: 1,
      deadlineMilliseconds: timeoutMilliseconds,
    })
    return answer('works', name, { latency_ms: Math.round(latencyMilliseconds) })
  } catch (error) {
    if (error instanceof ModelFailure) {
      const { message, status, errorType } = error
      return answer('failing', name, { error: { message, status, error_type: errorType } })
    }
    // The error says that neither the connection nor the server has a key.
    if (!(error instanceof Refusal)) throw error
    return answer('missing', name, { error: { message: error.message, status: null, error_type: null } })
  }
}

interface TestDetails {
  readonly latency_ms?: number
  readonly error?: {
    readonly message: string
    readonly status: number | null
    readonly error_type: ModelFailure['errorType'] | null
  }
}

const answer = (
  state: 'works' | 'missing' | 'failing',
  model: string,
  { latency_ms = undefined, error = undefined }: TestDetails,
) => ({
  success: true as const,
  state,
  model,
  latency_ms: latency_ms ?? null,
  error: error ?? null,
})

function questionTo(model: { provider: string; name: string; api_type: null }) {
  return modelKwargs({
    template: {
      type: 'chat',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Answer with the word yes.' }] }],
    },
    // Anthropic requires a limit. Other providers get none, because its name differs by model.
    model: { ...model, parameters: wireOf(model) === 'anthropic' ? { max_tokens: 8 } : {} },
  } as Parameters<typeof modelKwargs>[0])
}

/** For each provider, a small model that every account can call. */
const models = new Map([
  ['openai', 'gpt-4o-mini'],
  ['openrouter', 'openai/gpt-4o-mini'],
  ['anthropic', 'claude-haiku-4-5'],
  ['google', 'gemini-2.5-flash-lite'],
  ['vertexai', 'gemini-2.5-flash-lite'],
  ['mistral', 'mistral-small-latest'],
  ['cohere', 'command-r7b-12-2024'],
  ['huggingface', 'meta-llama/Llama-3.1-8B-Instruct'],
  ['amazon.bedrock', 'amazon.nova-micro-v1:0'],
])

/** Returns the model for testing a key; null if Galley has none for the provider and the caller must name one. */
const testModelOf = ({ provider }: { readonly provider: string }): string | null =>
  models.get(provider) ?? null
