import type { Json } from '../../../engine/columns/index.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { compileWorkflow, mainOutput } from '../../../engine/workflow/index.ts'
import type { Context } from '../../context.ts'
import { asOneCall, type JobHandler, type Lease } from '../../jobs/index.ts'
import { PaidCallsOfJob } from '../../template-runs/index.ts'
import { recordSpans } from '../../traces/index.ts'
import { workflowRegistry } from '../workflow-registry.ts'
import { type NodeSetting, satisfyNode } from './answer-workflow.ts'
import { abandonRun, finishRun } from './end-run.ts'
import { execute } from './execute.ts'
import { jobRunOf, runKind } from './job-kinds.ts'
import { type LoadedRun, loadRun } from './load-run.ts'
import { type NodeRecords, rowOf } from './record.ts'
import { runNodeStatements } from './run-queries.ts'
import { nodeSpans, rootSpanId, runSpan } from './spans.ts'
import { statesOf } from './states.ts'

export interface RunPayload {
  readonly run: number
}

/** Executes a run in one job. Results are stored as they come, and a retry continues after them. */
export function runJob(context: Context): JobHandler {
  return {
    kind: runKind,
    endsCalls: true,

    async run(lease) {
      const { workspace, payload } = lease
      const loaded = await loadRun(context.store.db, workspace, (payload as RunPayload).run)
      if (loaded?.run.state !== 'running') return { kind: 'done' }
      try {
        const records = await continueRun(context, lease, loaded)
        await recordRun(context, lease, { ...loaded, records })
        await lease.commit((tx) => finishRun(context, tx, workspace, loaded.run, 'done'))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // The published definition is not valid any more, so a retry would fail too.
        const failure = { code: error.code, message: error.message }
        await lease.commit((tx) => abandonRun(context, tx, workspace, loaded, 'done', failure))
      }
      context.jobs.wake()
      context.changes.notify(workspace)
      return { kind: 'done' }
    },

    async failed(tx, { workspace, payload }) {
      const loaded = await loadRun(tx, workspace, (payload as RunPayload).run)
      const failure = { code: 'internal', message: 'The run failed after several attempts.' }
      if (loaded) await abandonRun(context, tx, workspace, loaded, 'done', failure)
    },
  }
}

async function continueRun(
  context: Context,
  lease: Lease,
  { run, version, records }: LoadedRun,
): Promise<NodeRecords> {
  const { workspace, signal, stopping } = lease
  const stored = [...records.values()].flatMap(({ requestIds }) => requestIds)
  const paidCalls = await PaidCallsOfJob.load(context, lease, stored)
  const rootSpan = { traceId: run.trace_id, spanId: rootSpanId(run.trace_id) }
  const setting: Omit<NodeSetting, 'paid'> = {
    run: jobRunOf(run.id),
    budget: null,
    source: 'workflow',
    logFields: { metadata: JSON.parse(run.metadata) as Record<string, string> },
    parentSpan: rootSpan,
    depth: 0,
  }
  const finishedRecords = await execute({
    workflow: compileWorkflow(version),
    inputs: parseExact(run.input_variables) as Record<string, Json>,
    earlierRecords: records,
    signal,
    now: context.now,
    isOutage: context.store.isUnavailable,
    journal: {
      store: (newRecords) =>
        lease.append(
          runNodeStatements(
            context.store.db,
            newRecords.map((record) => rowOf(workspace, run.id, record)),
          ),
        ),
    },
    satisfy: (need, position, signal) => {
      const satisfy = satisfyNode(context, workspace, { ...setting, paid: paidCalls.of(String(position)) })
      return asOneCall({ signal, stopping }, (calls) => satisfy(need, position, calls))
    },
  })
  await paidCalls.delete()
  return finishedRecords
}

/** Records the spans before the end of the run. After a crash in between, the same spans are written again. */
async function recordRun(context: Context, lease: Lease, { run, version, records }: LoadedRun) {
  const { workspace } = lease
  const workflow = await workflowRegistry.findRow(context.store.db, workspace, run.workflow_id)
  const rootSpan = { traceId: run.trace_id, spanId: rootSpanId(run.trace_id) }
  const span = runSpan(rootSpan, workflow!.name, {
    workflowId: run.workflow_id,
    inputs: parseExact(run.input_variables) as Json,
    startedAt: run.created_at,
    endedAt: Math.max(run.created_at, ...Array.from(records.values(), ({ finishedAt }) => finishedAt ?? 0)),
    isFailed: mainOutput(statesOf(version, records)) === undefined,
  })
  await recordSpans(context, workspace, [span, ...nodeSpans(version, records, rootSpan)])
}
