import {
  type Answer,
  type CodeNeed,
  type Failure,
  type Json,
  loadXml,
  type Need,
  type WorkflowNeed,
} from '../../../engine/columns/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import { runInSandbox } from '../../run-in-sandbox.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { readSettings } from '../../workspaces/index.ts'
import type { RunOptions } from '../options.ts'
import type { LogFields } from '../slot-request.ts'
import { createTally, type Spending, type Tally } from '../tally.ts'
import { embed } from './embedding.ts'
import { post } from './http.ts'
import { judge } from './judge.ts'
import { callMcpTool } from './mcp.ts'
import { runTemplateOf } from './prompt.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

/** Runs code of a cell. Only tools get environment variables, because their output is masked, so this code gets none. */
async function runCode(
  context: Context,
  workspace: WorkspaceId,
  { language, code, data, deadlineMilliseconds: timeoutMs, clock = 'wall' }: CodeNeed,
  { signal, run }: NeedSetting,
): Promise<Json> {
  const { sandbox_network: network } = await readSettings(context.store.db, workspace)
  const job = { workspace, run, language, code, data, timeoutMs, clock, signal, network }
  const outcome = await runInSandbox(context, job)
  signal.throwIfAborted()
  if (outcome.status === 'success') return outcome.value as Json
  const { kind, type, message, line } = outcome.error
  const where = line === null ? '' : ` (line ${line})`
  throw new NeedFailure(kind === 'exception' ? 'code_failed' : kind, `${type}: ${message}${where}`)
}

export interface NeedOptions extends Omit<RunOptions, 'tally'> {
  /** The tally of the work that has the need. */
  readonly tally?: Tally
  /** Id of the sheet column. */
  readonly column?: string
  /** Fields for the logged requests. */
  readonly logFields?: Partial<Pick<LogFields, 'tags' | 'metadata' | 'groupId'>>
  /** Runs a workflow; the workflows folder provides it. */
  readonly workflow?: (need: WorkflowNeed, options: NeedSetting) => Promise<Json>
}

/** An answer with the requests, tokens, cost and time that it took. */
export interface NeedResult {
  readonly answer: Answer
  readonly spending: Spending
}

/** Maximum needs of one `all` that are satisfied at once. Model calls have further limits. */
const maxConcurrentNeeds = 8

/**
 * Satisfies a need of a column. Failures of the column or of external services become answers. Failed storage, bugs and
 * the signal's reason are thrown.
 */
export async function satisfyNeed(
  context: Context,
  workspace: WorkspaceId,
  need: Need,
  options: NeedOptions,
): Promise<NeedResult> {
  const tally = createTally(options.tally)
  const { signal, run, budget, source, logFields, spanId, paid, onCall, column } = options
  const setting: NeedSetting = {
    signal,
    run,
    budget,
    source,
    tally,
    ...(spanId !== undefined && { spanId }),
    ...(paid && { paid }),
    ...(onCall && { onCall }),
    ...(column !== undefined && { column }),
    logFields: { tags: [], metadata: {}, groupId: null, ...logFields },
  }
  try {
    const value = await valueOfNeed(context, workspace, need, setting, options.workflow)
    return { answer: { ok: true, value }, spending: tally.spending() }
  } catch (error) {
    const failure = failureOf(error)
    if (signal.aborted || !failure) throw error
    return { answer: { ok: false, failure }, spending: tally.spending() }
  }
}

async function valueOfNeed(
  context: Context,
  workspace: WorkspaceId,
  need: Need,
  setting: NeedSetting,
  workflow: NeedOptions['workflow'],
): Promise<Json> {
  if (!reportsOwnCalls(need)) setting.onCall?.('begun')
  switch (need.kind) {
    case 'prompt':
      return runTemplateOf(context, workspace, need, setting)
    case 'judge':
      return judge(context, workspace, need, setting)
    case 'embedding':
      return embed(context, workspace, need, setting)
    case 'http':
      return post(context, workspace, need, setting)
    case 'code':
      return runCode(context, workspace, need, setting)
    case 'mcp':
      return callMcpTool(context, workspace, need, setting)
    case 'workflow':
      if (!workflow) throw new NeedFailure('not_supported', 'No workflow can be run here.')
      return workflow(need, setting)
    case 'library':
      await loadXml()
      return null
    case 'human':
      throw new NeedFailure('not_supported', 'Human input is not available here.')
    case 'all':
      return allOf(context, need.needs, setting, (innerNeed, inner) =>
        valueOfNeed(context, workspace, innerNeed, inner, workflow),
      )
  }
}

/** Model calls report by themselves when they get a slot, and so do the parts of an `all` and of a workflow. */
const reportsOwnCalls = ({ kind }: Need): boolean =>
  ['prompt', 'judge', 'embedding', 'all', 'workflow'].includes(kind)

/**
 * Returns the values in the order of the needs. The first failure aborts the other needs; in an outage of storage, calls
 * under way end, because their answers are stored later.
 */
async function allOf(
  { store }: Context,
  needs: readonly Need[],
  setting: NeedSetting,
  work: (need: Need, setting: NeedSetting) => Promise<Json>,
): Promise<Json> {
  const stop = new AbortController()
  const inner = { ...setting, signal: AbortSignal.any([setting.signal, stop.signal]) }
  const values: Json[] = Array.from({ length: needs.length }, () => null)
  const queue = needs.entries()
  const worker = async () => {
    for (const [index, need] of queue) values[index] = await work(need, inner)
  }
  const workers = Array.from({ length: Math.min(maxConcurrentNeeds, needs.length) }, worker)
  try {
    await Promise.all(workers)
    return values
  } catch (error) {
    if (!store.isUnavailable(error)) stop.abort(error)
    for (const _unstarted of queue);
    await Promise.allSettled(workers)
    throw error
  }
}

function failureOf(error: unknown): Failure | null {
  if (error instanceof NeedFailure) return error.failure
  if (!(error instanceof Refusal)) return null
  const { code, message, data } = error
  const type = data['error_type']
  return { code: typeof type === 'string' ? type.toLowerCase() : code, message }
}
