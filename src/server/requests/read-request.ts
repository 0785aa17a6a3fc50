import { LogRequest, TrackRequest } from '../../contract/index.ts'
import { withoutLimits } from '../../engine/bounded.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import { Refusal } from '../../engine/refusal.ts'
import { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import {
  blueprintOfLog,
  blueprintOf as blueprintOfReading,
} from '../../engine/template/provider-reading/index.ts'
import { BodyUnavailableError, listMedia, readBody, readReferringBody } from '../bodies/index.ts'
import { findTraceOfRequest, type RequestRow, type Store } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { storedJson } from '../http/json.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { readingOf } from './logged-content.ts'
import { findRequest, findStoredBody, listScores, promptNamesOf } from './queries.ts'
import { blueprintOf as blueprintOfLogged } from './record-of-log.ts'
import { trackedVariables } from './tracked-variables.ts'

export const readRequest: Handler<'readRequest'> = async ({ store }, { caller, params, query }) => {
  const readStoredBody = query.media === 'references' ? readReferringBody : readBody
  const request = await describe(store, caller.workspace, params.request_id, readStoredBody)
  if (!request) throw new Refusal('not_found', 'There is no such request.')
  return request
}

/**
 * Returns a request in the form of the API; null if it does not exist.
 * @throws Refusal if its body is not available, because an empty body would be wrong.
 */
export async function describeRequest(store: Store, workspace: WorkspaceId, id: number) {
  const request = await describe(store, workspace, id)
  if (request?.body_unavailable)
    throw new Refusal('not_found', `The body of request ${id} is not available. ${request.body_unavailable}`)
  return request
}

/** Describes a request. If its body is not available, the blueprint is empty and the reason is given. */
async function describe(store: Store, workspace: WorkspaceId, id: number, readStoredBody = readBody) {
  const row = await findRequest(store.db, workspace, id)
  if (!row) return null
  const scores = await listScores(store.db, workspace, row.id)
  const stored = await findStoredBody(store.db, workspace, row.id)
  const { blueprint, variables, attempts, waited, unavailable } = await contentsOrReason(row, () =>
    readStoredBody(store, workspace, stored),
  )
  return {
    success: true as const,
    request_id: row.id,
    prompt_blueprint: blueprint,
    media: stored.media === null ? [] : await listMedia(store.db, workspace, row.id),
    body_unavailable: unavailable,
    source: row.feature,
    provider: row.provider,
    model: row.model,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    tokens: row.input_tokens + row.output_tokens,
    price: row.price,
    price_source: row.price_source,
    request_start_time: new Date(row.started_at).toISOString(),
    request_end_time: new Date(row.ended_at).toISOString(),
    latency_ms: Math.max(0, row.ended_at - row.started_at),
    time_to_first_token_ms: row.time_to_first_token_ms,
    output_tokens_per_second: row.output_tokens_per_second,
    attempts: row.attempts ?? attempts,
    waited_ms: row.waited_ms ?? waited,
    trace_id: row.span_id === null ? null : await findTraceOfRequest(store.db, workspace, row.id),
    status: row.status as 'SUCCESS' | 'WARNING' | 'ERROR',
    error_type: row.error_type,
    error_message: row.error_message,
    function_name: row.function_name,
    prompt_id: row.prompt_id,
    prompt_name: (await promptNamesOf(store.db, workspace, [row])).get(row.prompt_id ?? 0) ?? null,
    prompt_version_number: row.prompt_version_number,
    prompt_label: row.prompt_label,
    prompt_input_variables: variables,
    tags: JSON.parse(row.tags) as string[],
    metadata: parseExact(row.metadata) as Record<string, unknown>,
    scores,
    group_id: row.group_id,
  }
}

async function contentsOrReason(row: RequestRow, readStoredBody: () => Promise<Buffer>) {
  try {
    return { ...contentsOf(row, await readStoredBody()), unavailable: null }
  } catch (error) {
    if (!(error instanceof BodyUnavailableError)) throw error
    return { ...noContents(row), unavailable: error.message }
  }
}

const emptyTemplate = PromptTemplate.parse({ type: 'chat', messages: [] })

/** The contents of a request whose body is not available: an empty blueprint. */
const noContents = (
  row: Pick<RequestRow, 'provider' | 'model' | 'prompt_input_variables'>,
): ReturnType<typeof contentsOf> => ({
  blueprint: blueprintOfLog({
    input: emptyTemplate,
    output: emptyTemplate,
    provider: row.provider,
    model: row.model,
    parameters: {},
    apiType: null,
  }),
  variables: trackedVariables(row) ?? {},
  attempts: null,
  waited: null,
})

/** Reads the messages, variables and attempts of a stored call. Variables from /track-prompt replace the logged ones. */
export function contentsOf(row: Pick<RequestRow, 'source' | 'prompt_input_variables'>, original: Buffer) {
  const json = storedJson(original.toString('utf8'))
  const variables = trackedVariables(row)
  if (row.source === 'log') {
    const body = withoutLimits(() => LogRequest.parse(json))
    return {
      blueprint: blueprintOfLogged(body),
      variables: variables ?? body.prompt_input_variables,
      attempts: null,
      waited: null,
    }
  }
  const body = withoutLimits(() => TrackRequest.parse(json))
  return {
    blueprint: blueprintOfReading(readingOf(body)),
    variables: variables ?? body.prompt_input_variables ?? {},
    // Calls from before schema 85 have them in the body. Callers may send fields of these names too.
    attempts: row.source === 'run' ? wholeNumber(body['attempts']) : null,
    waited: row.source === 'run' ? wholeNumber(body['waited_ms']) : null,
  }
}

const wholeNumber = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null
