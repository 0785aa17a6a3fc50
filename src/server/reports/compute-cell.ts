import type { Evaluator, Inputs, Step } from '../../engine/columns/index.ts'
import type { ReportCell } from '../../engine/report/index.ts'
import type { Context } from '../context.ts'
import { asOneCall, type Lease } from '../jobs/index.ts'
import { guardedStep, type PaidCalls, satisfyNeed } from '../template-runs/index.ts'
import { answerWorkflow } from '../workflows/index.ts'
import type { CellProgress } from './cell-row.ts'

export interface CellWork {
  readonly evaluator: Evaluator
  readonly inputs: Inputs
  /** Metadata for the requests of the cell. */
  readonly metadata: Readonly<Record<string, string>>
  /** The progress that an earlier attempt stored. */
  readonly progress: CellProgress | null
  /** The answers that an earlier attempt paid for. */
  readonly paid: PaidCalls
  /** Stores the progress before each need is satisfied; null before the first need. */
  readonly storeProgress: (progress: CellProgress | null) => Promise<void>
}

/** Computes one cell and satisfies its needs. */
export async function computeCell(
  context: Context,
  lease: Lease,
  { evaluator, inputs, metadata, progress, paid, storeProgress }: CellWork,
): Promise<{ readonly cell: ReportCell; readonly requestIds: readonly number[] }> {
  const requestIds = [...(progress?.requestIds ?? [])]
  let step: Step = progress ? { kind: 'need', ...progress } : guardedStep(() => evaluator.prepare(inputs))
  let isFirst = progress === null
  while (step.kind === 'need') {
    const { need, state } = step
    // A report cannot ask a person, so the cell stays empty.
    if (need.kind === 'human') return { cell: { kind: 'value', value: null }, requestIds }
    await storeProgress(isFirst ? null : { need, state, requestIds })
    isFirst = false
    const { answer, spending } = await asOneCall(lease, (calls) =>
      satisfyNeed(context, lease.workspace, need, {
        ...calls,
        run: lease.run,
        budget: null,
        source: 'evaluation',
        logFields: { metadata },
        paid,
        workflow: answerWorkflow(context, lease.workspace),
      }),
    )
    requestIds.push(...spending.requestIds)
    step = guardedStep(() => evaluator.complete!(inputs, state, answer))
  }
  const cell: ReportCell =
    step.kind === 'value' ? { kind: 'value', value: step.value } : { kind: 'failed', failure: step.failure }
  return { cell, requestIds }
}
