import type { Json, Need, WorkflowNeed } from '../../../engine/columns/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import {
  allOutputs,
  compileWorkflow,
  mainOutput,
  type NodeState,
  type Workflow,
} from '../../../engine/workflow/index.ts'
import type { Context } from '../../context.ts'
import {
  NeedFailure,
  type NeedOptions,
  type NeedResult,
  type NeedSetting,
  satisfyNeed,
} from '../../template-runs/index.ts'
import { recordSpans } from '../../traces/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { chosenVersion } from '../refuse-recursion.ts'
import type { WorkflowVersion } from '../version.ts'
import { workflowRegistry } from '../workflow-registry.ts'
import { execute } from './execute.ts'
import { noJournal } from './journal.ts'
import { newSpanId, newTraceId, nodeSpanId, nodeSpans, type ParentSpan, runSpan } from './spans.ts'
import { statesOf } from './states.ts'

/** Maximum depth of nested runs; deeper runs mean that a moved label made a recursion. */
const maxDepth = 8

/**
 * The depth of the parent run, and the span of the node that starts the nested run; null for a cell, whose run gets a
 * new trace.
 */
export interface ParentRun {
  readonly depth: number
  readonly parentSpan: ParentSpan | null
}

/**
 * Runs a workflow to its end, for a column or a loop. The run is not stored, because the cell or node stores the
 * result.
 */
export const answerWorkflow =
  (
    context: Context,
    workspace: WorkspaceId,
    { depth, parentSpan: parent }: ParentRun = { depth: 0, parentSpan: null },
  ) =>
  async (need: WorkflowNeed, setting: NeedSetting): Promise<Json> => {
    if (depth > maxDepth)
      throw new NeedFailure('too_deep', `Workflows can be nested at most ${maxDepth} deep.`)
    const version = await chosenVersion(context.store.db, workspace, need)
    if (!version) throw new NeedFailure('not_found', 'There is no such workflow, version or label.')
    if (need.everyInput) refuseUnmapped(version, need)
    const workflow = compiled(version)
    const rootSpan = { traceId: parent?.traceId ?? newTraceId(), spanId: newSpanId() }
    const startedAt = context.now()
    const { signal, run, budget, source, tally, logFields, paid, onCall } = setting
    const satisfy = satisfyNode(context, workspace, {
      run,
      budget,
      source,
      tally,
      logFields,
      parentSpan: rootSpan,
      depth,
      ...(paid && { paid }),
    })
    const records = await execute({
      workflow,
      inputs: need.variables,
      earlierRecords: new Map(),
      journal: noJournal,
      signal,
      now: context.now,
      isOutage: context.store.isUnavailable,
      satisfy: (need, position, signal) => satisfy(need, position, { signal, ...(onCall && { onCall }) }),
    })
    const states = statesOf(version, records)
    const main = mainOutput(states)
    const owner = await workflowRegistry.findById(context.store.db, workspace, version.workflowId)
    const times = { workflowId: owner?.id ?? null, inputs: need.variables, startedAt, endedAt: context.now() }
    const span = runSpan(rootSpan, owner?.name ?? 'workflow', { ...times, isFailed: main === undefined })
    await recordSpans(context, workspace, [
      { ...span, parentSpanId: parent?.spanId ?? null },
      ...nodeSpans(version, records, rootSpan),
    ])
    if (main === undefined) throw noOutput(states)
    return need.allOutputs ? allOutputs(states) : main
  }

function refuseUnmapped({ inputs }: WorkflowVersion, { variables }: WorkflowNeed): void {
  const unmapped = Object.keys(inputs).filter((name) => !Object.hasOwn(variables, name))
  if (unmapped.length > 0)
    throw new NeedFailure(
      'unmapped_variable',
      `Inputs of the workflow without a source: ${unmapped.join(', ')}.`,
    )
}

function compiled(version: WorkflowVersion): Workflow {
  try {
    return compileWorkflow(version)
  } catch (error) {
    if (error instanceof Refusal) throw new NeedFailure('bad_workflow', error.message)
    throw error
  }
}

function noOutput(states: readonly NodeState[]): NeedFailure {
  const failed = states.find(({ status }) => status === 'FAILED') ?? states.find(({ isOutput }) => isOutput)!
  return new NeedFailure(
    'no_output',
    `No output node of the workflow succeeded; node "${failed.name}": ${failed.error}`,
  )
}

export interface NodeSetting extends Omit<NeedOptions, 'signal' | 'onCall' | 'workflow' | 'spanId'> {
  readonly parentSpan: ParentSpan
  /** Number of runs that this run is nested in. */
  readonly depth: number
}

/** Returns the function that satisfies needs of a run's nodes. Model calls are logged below the node's span. */
export const satisfyNode =
  (context: Context, workspace: WorkspaceId, { parentSpan, depth, ...options }: NodeSetting) =>
  (need: Need, position: number, calls: Pick<NeedOptions, 'signal' | 'onCall'>): Promise<NeedResult> => {
    const spanId = nodeSpanId(parentSpan, position)
    return satisfyNeed(context, workspace, need, {
      ...options,
      ...calls,
      spanId,
      workflow: answerWorkflow(context, workspace, {
        depth: depth + 1,
        parentSpan: { traceId: parentSpan.traceId, spanId },
      }),
    })
  }
