import {
  type AggregateResult,
  AggregateStep,
  type AggregateTask,
  SheetCalculation,
  type StepResult,
  seededRandom,
  stepResult,
} from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import type { ScorecardCalculationRow } from '../../db/index.ts'
import { type Ending, type JobHandler, type Lease, LeaseLost } from '../../jobs/index.ts'
import { scanRows } from '../../sheets/index.ts'
import { isUnderWay, type LoadedSheet, loadSheetByNumber } from '../../sheets/storage/index.ts'
import {
  type CalculationPlan,
  type FinishPayload,
  judgeOf,
  type PlannedStep,
  planCalculation,
} from './calculation-plan.ts'
import { findCalculation, lockActiveCalculation, updateCalculation } from './calculation-queries.ts'
import { isCancelledWhole, wasCancelled } from './cancelled-parts.ts'
import { criteriaOf } from './criteria.ts'
import { driftAgainstBaseline } from './drift.ts'
import { parseResults } from './earlier-result.ts'
import { failCalculation } from './fail-calculation.ts'
import { selectResultsAfter } from './result-queries.ts'
import type { Scope } from './scope.ts'
import { sourceValue } from './source-value.ts'

/** A fixed seed, so that results can be reproduced. */
const seed = 1
const rowsPerPage = 500

/** Finishes a calculation after all batches: evaluates steps over columns, and computes the sheet's score and the drift. */
export function finishCalculationJob(context: Context): JobHandler {
  return {
    kind: 'scorecard-finish',
    run: (lease) => finish(context, lease),
    failed: (tx, job) => failCalculation(context, tx, job),
  }
}

async function finish(context: Context, lease: Lease): Promise<Ending> {
  const { store, now } = context
  const { sheet, calculation: number } = lease.payload as FinishPayload
  const calculation = await findCalculation(store.db, { workspace_id: lease.workspace, sheet, number })
  const loaded = await loadSheetByNumber(store.db, lease.workspace, sheet)
  if (!calculation || !isUnderWay(calculation) || !loaded) return { kind: 'done' }
  const plan = planCalculation(loaded, calculation, await judgeOf(store.db, lease.workspace))
  const aggregated = await aggregate(context, loaded, plan, lease.signal)
  const sums = new SheetCalculation(plan.steps, plan.aggregation)
  const narrowed = JSON.parse(calculation.narrowed) as Scope[]
  for (const [id, result] of aggregated)
    if (isCancelledWhole(narrowed, id)) sums.addColumnResult(id, cancelledResult(plan, id))
    else if (result.isInformational) sums.addInformation(id, result)
    else sums.addColumnResult(id, result, result.excluded + result.failed)
  await addRows(context, calculation, sums, lease.signal)
  const result = sums.result(seededRandom(seed))
  const criteria = criteriaOf(plan.steps, result, aggregated)
  const drift = await driftAgainstBaseline(store.scan, calculation, { ...result, steps: plan.steps })
  await lease.commit(async (tx) => {
    const locked = await lockActiveCalculation(tx, calculation, now())
    if (!locked) throw new LeaseLost('The calculation has ended.')
    await updateCalculation(tx, locked, {
      status: 'completed',
      criteria: JSON.stringify(criteria),
      aggregate_score: result.score,
      aggregate_verdict: result.verdict,
      // Rows that were deleted during the calculation do not count.
      total_rows: locked.scored_rows,
      baseline: drift?.baseline ?? null,
      drift: drift === null ? null : JSON.stringify(drift.summary),
      completed_at: now(),
    })
  })
  return { kind: 'done' }
}

function cancelledResult({ ofColumns }: CalculationPlan, id: string): StepResult {
  const { step } = ofColumns.find(({ plan }) => plan.step.id === id)!.plan
  return { ...stepResult(step, { kind: 'missing', message: wasCancelled }), isLeftOut: true }
}

async function addRows(
  { store }: Context,
  calculation: ScorecardCalculationRow,
  sums: SheetCalculation,
  signal: AbortSignal,
) {
  for (let after = 0; ; ) {
    const rows = await selectResultsAfter(store.scan, calculation, after, rowsPerPage)
    const last = rows.at(-1)
    if (!last) return
    signal.throwIfAborted()
    for (const row of rows) sums.addRow(new Map(Object.entries(parseResults(row))))
    after = last.row_id
  }
}

async function aggregate(
  { store }: Context,
  loaded: LoadedSheet,
  { ofColumns }: CalculationPlan,
  signal: AbortSignal,
): Promise<Map<string, AggregateResult>> {
  const all = ofColumns.map((planned) => ({ planned, sum: aggregateOf(planned) }))
  if (all.length > 0)
    for await (const { rows, cells } of scanRows(store.scan, loaded)) {
      signal.throwIfAborted()
      for (const row of rows)
        for (const { planned, sum } of all) {
          const [source, label] = planned.plan.sources
          if (!source?.column) continue
          const content = cells.content(source.column, row)
          const labelText = label?.column ? sourceValue(cells.content(label.column, row), label.part) : null
          sum.add(content.status, sourceValue(content, source.part), labelText)
        }
    }
  return new Map(all.map(({ planned, sum }) => [planned.plan.step.id, resultOf(planned, sum)]))
}

const aggregateOf = ({ plan }: PlannedStep) => new AggregateStep(plan.step, plan.task as AggregateTask)

function resultOf({ plan }: PlannedStep, sum: AggregateStep): AggregateResult {
  const result = sum.result()
  if (plan.problem === null) return result
  return { ...result, ...stepResult(plan.step, { kind: 'failed', message: plan.problem }) }
}
