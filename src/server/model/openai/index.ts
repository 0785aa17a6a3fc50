import type OpenAI from 'openai'
import { isFields } from '../../../engine/json/fields.ts'
import { field, text } from '../../../engine/template/provider-reading/common/json.ts'
import { finishReasonOf } from '../../../engine/template/provider-reading/index.ts'
import type { Assembly } from '../assembly.ts'
import { ModelFailure } from '../failure.ts'
import { outboundFailure } from '../outbound-failure.ts'
import type {
  Credentials,
  ModelCall,
  ModelChunk,
  ModelProvider,
  ModelReply,
  ProviderDependencies,
} from '../provider.ts'
import { clientFor } from './client.ts'
import { malformed, openAiFailure } from './failures.ts'
import { bodyOf, type Method, methodOf } from './method.ts'
import { type PlainCall, plainCalls } from './plain-call.ts'
import { openAiUsage } from './usage.ts'

interface Client {
  readonly sdk: OpenAI
  readonly callPlainly: PlainCall
}

/** OpenAI, Azure, OpenRouter and other providers with the same wire format. */
export function createOpenAi(dependencies: ProviderDependencies): ModelProvider {
  // Clients by credentials. Creating a client for each call takes 40 times as long.
  const clients = new WeakMap<Credentials, Promise<Client>>()

  function clientOf(call: Pick<ModelCall, 'provider' | 'credentials'>): Promise<Client> {
    const client = clients.get(call.credentials) ?? makeClient(call)
    clients.set(call.credentials, client)
    return client
  }

  async function makeClient(call: Pick<ModelCall, 'provider' | 'credentials'>): Promise<Client> {
    const sdk = await clientFor(dependencies, call)
    return { sdk, callPlainly: plainCalls(dependencies, sdk) }
  }

  async function answerTo(call: ModelCall, method: Method): Promise<unknown> {
    const { sdk, callPlainly } = await clientOf(call)
    const body = bodyOf(method, call, false)
    if (method.plainPath !== null) return callPlainly(call, method.plainPath, body)
    return await method.send(sdk, body, call.signal)
  }

  const wholeReply = (call: ModelCall, method: Method, answer: unknown): ModelReply => {
    checkAnswer(method, answer, dependencies.now())
    return replyOf(call, answer)
  }

  return {
    preload(credentials) {
      // If this fails, the call itself reports the error.
      clientOf({ provider: 'openai', credentials }).catch(() => {})
    },

    async call(call) {
      try {
        const method = methodOf(call)
        return wholeReply(call, method, await answerTo(call, method))
      } catch (error) {
        throw failureOrReason(error, call, null, dependencies.now())
      }
    },

    async *stream(call): AsyncGenerator<ModelChunk, ModelReply> {
      let assembly: Assembly | null = null
      try {
        const method = methodOf(call)
        const { sdk } = await clientOf(call)
        const { data, response } = await method
          .send(sdk, bodyOf(method, call, true), call.signal)
          .withResponse()
        if (method.assemble === null) return wholeReply(call, method, data)
        // Errors are sent as plain JSON, and so are all answers of servers that do not stream.
        if (/json/.test(response.headers.get('content-type') ?? ''))
          return wholeReply(call, method, await response.json())
        assembly = method.assemble()
        for await (const raw of data as AsyncIterable<unknown>) {
          const added = assembly.add(raw)
          checkChunk(raw, dependencies.now())
          yield { raw, text: added }
        }
        call.signal.throwIfAborted()
        const assembled = assembly.response()
        if (assembled === null) throw malformed('The stream ended before its first content.')
        if (!assembly.isComplete()) throw streamFailure('The stream ended before the answer was complete.')
        return replyOf(call, assembled)
      } catch (error) {
        const partial = assembly?.response() ?? null
        throw failureOrReason(error, call, partial && replyOf(call, partial), dependencies.now())
      }
    },
  }
}

function replyOf({ model }: ModelCall, response: unknown): ModelReply {
  return {
    response,
    usage: openAiUsage(response),
    finishReason: finishReasonOf(response),
    model: text(field(response, 'model')) || model,
  }
}

/** Checks an answer with status 200, which may be an error, a page of a proxy, or a failed response. */
function checkAnswer(method: Method, answer: unknown, now: number) {
  const error = field(answer, 'error')
  if (isFields(error)) throw openAiFailure({ status: null, headers: null, error }, now)
  if (!isFields(answer) || !Array.isArray(answer[method.requiredList]))
    throw malformed(
      `The answer is not in the format of ${method.name}: the list "${method.requiredList}" is missing.`,
    )
}

function checkChunk(raw: unknown, now: number) {
  if (field(raw, 'type') !== 'response.failed') return
  const error = field(field(raw, 'response'), 'error') ?? {}
  throw openAiFailure({ status: null, headers: null, error }, now)
}

const streamFailure = (message: string, cause?: unknown) =>
  new ModelFailure(message, { errorType: 'PROVIDER_PARTIAL_RESPONSE', status: 200, cause })

/** The failure for an error of the SDK; the signal's reason if the call was aborted. */
function failureOrReason(error: unknown, call: ModelCall, partial: ModelReply | null, now: number): unknown {
  if (call.signal.aborted) return call.signal.reason
  const failure = withoutKey(failureOf(error, partial !== null, now), call.credentials.apiKey)
  return partial === null ? failure : failure.with({ partial, retryable: false })
}

function failureOf(error: unknown, hasBegun: boolean, now: number): ModelFailure {
  if (error instanceof ModelFailure) return error
  const outbound = outboundFailure(error)
  if (outbound) return hasBegun ? streamFailure(outbound.message, error) : outbound
  if (error instanceof SyntaxError)
    return hasBegun
      ? streamFailure('The stream contains an event that is not JSON.', error)
      : malformed('The answer is not complete JSON.')
  if (error instanceof Error && 'status' in error && 'error' in error) {
    const { status, headers } = error as { status?: number; headers?: Headers }
    const body = isFields(error.error) ? error.error : { message: plainMessage(error.message) }
    return openAiFailure({ status: status ?? null, headers: headers ?? null, error: body }, now)
  }
  // The SDK throws a TypeError for JSON of an unexpected form.
  if (error instanceof TypeError) return malformed('The answer does not have the form that the API promises.')
  return new ModelFailure(error instanceof Error ? error.message : String(error), {
    errorType: 'UNKNOWN_ERROR',
    cause: error,
  })
}

/** Removes the SDK's leading status, and replaces HTML pages of proxies. */
const plainMessage = (message: string): string => {
  const withoutStatus = message.replace(/^\d{3} /, '')
  return withoutStatus.trimStart().startsWith('<')
    ? 'The provider answered with an HTML page instead of JSON.'
    : withoutStatus
}

/** Masks the key, which some providers quote in errors. */
function withoutKey(failure: ModelFailure, key: string | null): ModelFailure {
  if (key === null || key.length < 4 || !failure.message.includes(key)) return failure
  return new ModelFailure(failure.message.replaceAll(key, '***'), { ...failure, cause: undefined })
}
