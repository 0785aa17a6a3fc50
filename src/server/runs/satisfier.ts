import type { Answer, Need } from '../../engine/columns/index.ts'
import { Money } from '../../engine/price/index.ts'
import { type PromptVersion, type StoredPromptVersion, storedVersion } from '../../engine/sheet/index.ts'
import type { Context } from '../context.ts'
import type { RequestMetrics } from '../sheets/storage/index.ts'
import { type NeedOptions, type PaidCalls, type Spending, satisfyNeed } from '../template-runs/index.ts'
import { answerWorkflow } from '../workflows/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { RunOfBatches } from './run-jobs.ts'

export interface Satisfied {
  readonly answer: Answer
  readonly spending: RequestMetrics | null
}

/** Satisfies a need of a column. Failures of the column are returned. Storage errors, bugs and the signal's reason are thrown. */
export type Satisfy = (
  need: Need,
  signal: AbortSignal,
  paid: PaidCalls,
  column: string,
  onCall: OnCall,
) => Promise<Satisfied>

type OnCall = NonNullable<NeedOptions['onCall']>

export type Spent = RequestMetrics

export function addMetrics(a: Spent | null, b: Spent | null): Spent | null {
  if (!a || !b) return a ?? b
  const sum = (x: number | null, y: number | null) => (x === null || y === null ? null : x + y)
  return {
    request_count: a.request_count + b.request_count,
    request_ids: [...a.request_ids, ...b.request_ids],
    latency_ms: sum(a.latency_ms, b.latency_ms),
    price: sum(a.price, b.price),
    input_tokens: sum(a.input_tokens, b.input_tokens),
    output_tokens: sum(a.output_tokens, b.output_tokens),
    trace_ids: [...a.trace_ids, ...b.trace_ids],
    ...firstTokenField(a.time_to_first_token_ms ?? null),
    ...versionFields(storedVersion(b) ?? storedVersion(a)),
  }
}

export function satisfier(
  context: Context,
  workspace: WorkspaceId,
  { operation: run, budget: limits }: Pick<RunOfBatches, 'operation' | 'budget'>,
): Satisfy {
  const budget = limits && { calls: limits.calls, cost: limits.cost === null ? null : new Money(limits.cost) }
  const workflow = answerWorkflow(context, workspace)
  return async (need, signal, paid, column, onCall) => {
    const { answer, spending } = await satisfyNeed(context, workspace, need, {
      signal,
      run,
      budget,
      workflow,
      paid,
      column,
      onCall,
      source: 'evaluation',
    })
    return { answer, spending: metricsOf(spending) }
  }
}

/** The metrics of a cached answer: no call was made. Equal inputs have the text and model of this prompt version. */
export const cachedMetrics = (version: PromptVersion | null): RequestMetrics | null =>
  version && {
    request_count: 0,
    request_ids: [],
    latency_ms: null,
    price: null,
    input_tokens: null,
    output_tokens: null,
    trace_ids: [],
    ...versionFields(version),
  }

/** The metrics of the calls; null if no model was called. */
function metricsOf({
  requestIds,
  usage,
  cost,
  latencyMilliseconds,
  firstTokenMilliseconds,
  promptVersion,
}: Spending): RequestMetrics | null {
  if (requestIds.length === 0) return null
  return {
    request_count: requestIds.length,
    request_ids: [...requestIds],
    latency_ms: latencyMilliseconds,
    price: cost === null ? null : Number(cost),
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    trace_ids: [],
    ...firstTokenField(firstTokenMilliseconds),
    ...versionFields(promptVersion),
  }
}

const firstTokenField = (milliseconds: number | null): Pick<RequestMetrics, 'time_to_first_token_ms'> =>
  milliseconds === null ? {} : { time_to_first_token_ms: milliseconds }

const versionFields = (version: PromptVersion | null): StoredPromptVersion =>
  version ? { prompt_id: version.promptId, prompt_version_number: version.version } : {}
