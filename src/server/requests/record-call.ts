import { type ErrorType, TrackRequest } from '../../contract/index.ts'
import type { CallTimes } from '../../engine/call-timing.ts'
import type { Money } from '../../engine/price/index.ts'
import type { RequestSource } from '../../engine/search/index.ts'
import { limitDepth } from '../../engine/template/provider-reading/common/json.ts'
import type { ProviderReading } from '../../engine/template/provider-reading/index.ts'
import type { Context } from '../context.ts'
import type { CompiledQuery, Store } from '../db/index.ts'
import { storedJson } from '../http/json.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { readingOf } from './logged-content.ts'
import { maskRecord } from './mask-record.ts'
import type { PromptLink } from './prompt-link.ts'
import { findOriginal, findRequest } from './queries.ts'
import { type RecordedRequest, recordRequest } from './record-request.ts'
import { recordOf } from './track-request.ts'

/** A model call that Galley made. */
export interface MadeCall {
  readonly functionName: string
  readonly provider: string
  readonly kwargs: Readonly<Record<string, unknown>>
  /** Null without an answer. */
  readonly response: unknown
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
  readonly failure: CallFailure | null
  readonly link: PromptLink
  readonly variables: Readonly<Record<string, unknown>>
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly groupId: number | null
  readonly spanId: string | null
  readonly source: RequestSource
  readonly times: CallTimes
}

export interface CallFailure {
  readonly status: 'WARNING' | 'ERROR'
  readonly errorType: ErrorType
  readonly message: string
}

export interface RecordedCall {
  readonly id: number
  readonly reading: ProviderReading
  /** Null if the price is unknown. */
  readonly cost: Money | null
}

const maxErrorMessageLength = 1024

/** Makes the statements that are written in the unit of the request. */
export type StatementsBeside = (requestId: number, cost: Money | null) => readonly CompiledQuery[]

/**
 * Records a call in the format of the vendor's SDK, so that it is read like a tracked request. A call with further
 * statements is written to the journal `answers`, which survives a killed process.
 */
export async function recordCall(
  context: Context,
  workspace: WorkspaceId,
  call: MadeCall,
  furtherStatements: StatementsBeside | null,
): Promise<RecordedCall> {
  const report = reportOf(call)
  const original = Buffer.from(JSON.stringify(report))
  // The same value as if `original` were parsed.
  const body: TrackRequest = { ...report, request_start_time: call.startedAt, request_end_time: call.endedAt }
  const reading = readingOf(body)
  const prepare = () => prepared(context, workspace, call, { body, reading, original })
  if (!furtherStatements) {
    const { id, statements, cost } = await prepare()
    await context.store.append(statements)
    return { id, reading, cost }
  }
  return { reading, ...(await recordPaid(context, prepare, furtherStatements, original.length)) }
}

interface Reported {
  readonly body: TrackRequest
  readonly reading: ProviderReading
  readonly original: Buffer
}

type Prepared = Pick<RecordedRequest, 'id' | 'statements' | 'cost'>

/**
 * Records a paid call. If storage does not answer, the call fails as any other, and its answer is stored later, so that
 * the next attempt at the work finds it.
 */
async function recordPaid(
  { store, answers }: Context,
  prepare: () => Promise<Prepared>,
  furtherStatements: StatementsBeside,
  bytes: number,
): Promise<Pick<RecordedCall, 'id' | 'cost'>> {
  let preparedOnce: Prepared | null = null
  let isRepeated = false
  const record = async () => {
    // The id stays the same, so that a repeated unit is refused as a duplicate if the first one was committed.
    preparedOnce ??= await prepare()
    const { id, statements, cost } = preparedOnce
    try {
      await answers.append([...furtherStatements(id, cost), ...statements])
    } catch (error) {
      if (!isRepeated || !store.isDuplicate(error)) throw error
    }
    return { id, cost }
  }
  try {
    return await record()
  } catch (error) {
    isRepeated = true
    if (store.isUnavailable(error)) answers.appendLater(async () => void (await record()), bytes)
    throw error
  }
}

async function prepared(
  context: Context,
  workspace: WorkspaceId,
  call: MadeCall,
  { body, reading, original }: Reported,
): Promise<Prepared> {
  // The stored record is masked; the caller gets the provider's answer as it is.
  const record = await maskRecord(context, workspace, {
    ...recordOf(body, reading),
    times: call.times,
    format: 'run',
    source: call.source,
    link: call.link,
    original,
  })
  return recordRequest(context, workspace, record)
}

export interface ReadCall {
  readonly reading: ProviderReading
  readonly response: unknown
  readonly latencyMilliseconds: number
}

/** Reads a call that `recordCall` wrote; null if it was deleted. */
export async function readCall(store: Store, workspace: WorkspaceId, id: number): Promise<ReadCall | null> {
  const row = await findRequest(store.db, workspace, id)
  if (!row) return null
  const original = await findOriginal(store, workspace, id)
  const body = TrackRequest.parse(storedJson(original.toString('utf8')))
  return {
    reading: readingOf(body),
    response: body.request_response,
    latencyMilliseconds: row.ended_at - row.started_at,
  }
}

function reportOf({ failure, link, ...call }: MadeCall) {
  return {
    function_name: call.functionName,
    provider_type: call.provider,
    args: [],
    kwargs: call.kwargs,
    tags: [...call.tags],
    // A provider may nest its answer deeper than parsers of the log allow.
    request_response: limitDepth(call.response ?? {}),
    request_start_time: new Date(call.startedAt).toISOString(),
    request_end_time: new Date(call.endedAt).toISOString(),
    metadata: call.metadata,
    prompt_id: link.prompt_id,
    prompt_version: link.prompt_version_number,
    prompt_input_variables: call.variables,
    group_id: call.groupId,
    span_id: call.spanId,
    ...(failure && {
      status: failure.status,
      error_type: failure.errorType,
      error_message: failure.message.slice(0, maxErrorMessageLength),
    }),
  }
}
