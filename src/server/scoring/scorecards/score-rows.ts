import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { ScorecardCalculationRow, ScorecardResultRow } from '../../db/index.ts'
import { asOneCall, type Ending, type JobHandler, type Lease, LeaseLost } from '../../jobs/index.ts'
import { type IndexedRow, type RowCells, readCells, withIndex } from '../../sheets/index.ts'
import { isUnderWay, loadSheetByNumber, RowOrder } from '../../sheets/storage/index.ts'
import { PaidCallsOfJob } from '../../template-runs/index.ts'
import { answerNeedOf, type Calls } from './answer-need.ts'
import {
  type CalculationPlan,
  judgeOf,
  type PlannedStep,
  planCalculation,
  type RowsPayload,
} from './calculation-plan.ts'
import { type CalculationKey, findCalculation, lockActiveCalculation } from './calculation-queries.ts'
import { CancelledParts, wasCancelled } from './cancelled-parts.ts'
import { earlierResult } from './earlier-result.ts'
import { evaluateStep, leftOutResult, type StoredResult } from './evaluate-step.ts'
import { failCalculation } from './fail-calculation.ts'
import { selectResults, selectRowsById, selectScoredIds } from './result-queries.ts'
import { ResultWriter } from './result-writer.ts'
import { parseScope, type ScopeTest, scopeTest } from './scope.ts'
import { readInputs } from './step-inputs.ts'

/** Rows with external calls that are scored at once. */
const concurrentRows = 20
/** Milliseconds of scoring after which other work gets a turn. */
const sliceMilliseconds = 4

/** Scores the rows of one batch. After a crash, results that were written are not computed again. */
export function scoreRowsJob(context: Context): JobHandler {
  return {
    kind: 'scorecard-rows',
    endsCalls: true,
    run: (lease) => scoreBatch(context, lease),
    failed: (tx, job) => failCalculation(context, tx, job),
  }
}

interface Batch {
  readonly context: Context
  readonly lease: Lease
  readonly calculation: ScorecardCalculationRow
  readonly plan: CalculationPlan
  readonly cells: RowCells
  readonly earlier: ReadonlyMap<number, ScorecardResultRow>
  readonly scope: ScopeTest | null
  readonly cancelledParts: CancelledParts
  readonly paidCalls: PaidCallsOfJob
}

async function scoreBatch(context: Context, lease: Lease): Promise<Ending> {
  const { store } = context
  const { sheet, calculation: number, batch: batchNumber, from, to } = lease.payload as RowsPayload
  const key: CalculationKey = { workspace_id: lease.workspace, sheet, number }
  const calculation = await findCalculation(store.db, key)
  const loaded = await loadSheetByNumber(store.db, lease.workspace, sheet)
  if (!calculation || !isUnderWay(calculation) || !loaded) return { kind: 'done' }
  const plan = planCalculation(loaded, calculation, await judgeOf(store.db, lease.workspace))
  const scored = await selectScoredIds(store.scan, key, from, to)
  const order = RowOrder.parse(loaded.sheet.gaps)
  const stored = await selectRowsById(store.scan, loaded.sheet, { from, to })
  const rows = stored.filter(({ id }) => !scored.has(id)).map((row) => withIndex(order, row))
  const ids = rows.map(({ id }) => id)
  const { copied_from: copied } = calculation
  const scope = parseScope(calculation.scope)
  const writer = new ResultWriter(context, lease, calculation, plan, batchNumber)
  const cancelledParts = new CancelledParts(store.db, key)
  const batch: Batch = {
    context,
    lease,
    calculation,
    plan,
    cancelledParts,
    cells: await readCells(store.scan, loaded, rows),
    earlier: copied === null ? new Map() : await selectResults(store.scan, { ...key, number: copied }, ids),
    scope: scope && scopeTest(scope),
    // A row's results are stored together, with all their requests.
    paidCalls: await PaidCallsOfJob.load(context, lease, []),
  }
  try {
    await scoreRows(batch, rows, writer)
  } finally {
    cancelledParts.stopWatching()
  }
  await writer.finish()
  await batch.paidCalls.delete()
  return { kind: 'done' }
}

async function scoreRows(batch: Batch, rows: readonly IndexedRow[], writer: ResultWriter): Promise<void> {
  const needsCalls = batch.plan.ofRows.some(({ plan }) => plan.needsCalls)
  if (needsCalls) {
    await markRunning(batch)
    batch.cancelledParts.watch()
  }
  const queue = rows.values()
  const score = async () => {
    let since = performance.now()
    for (const row of queue) {
      writer.add(await asOneCall(batch.lease, (calls) => scoreRow(batch, row, calls)))
      if (needsCalls) await writer.flush()
      else if (performance.now() - since > sliceMilliseconds) {
        await nextTurn()
        batch.lease.signal.throwIfAborted()
        since = performance.now()
      }
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: needsCalls ? concurrentRows : 1 }, score))
  const failed = outcomes.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Sets the status to running before calls begin. Without calls, the first results do that. */
async function markRunning({ context, lease, calculation }: Batch): Promise<void> {
  if (calculation.status !== 'queued') return
  await lease.commit(async (tx) => {
    if (!(await lockActiveCalculation(tx, calculation, context.now())))
      throw new LeaseLost('The calculation has ended.')
  })
}

async function scoreRow(batch: Batch, row: IndexedRow, calls: Calls) {
  let stale = batch.plan.ofColumns.some(({ plan }) => readInputs(plan, batch.cells, row).isStale)
  const scoring = batch.plan.ofRows.map(async (planned): Promise<[string, StoredResult]> => {
    const inputs = readInputs(planned.plan, batch.cells, row)
    stale ||= inputs.isStale
    return [planned.plan.step.id, await scoreStep(batch, planned, row, inputs, calls)]
  })
  // Waits for all steps, so that none is running when the batch fails.
  const outcomes = await Promise.allSettled(scoring)
  const failed = outcomes.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return { rowId: row.id, stale, results: new Map(await Promise.all(scoring)) }
}

async function scoreStep(
  { context, lease, calculation, earlier, scope, cancelledParts, paidCalls }: Batch,
  { plan, stored }: PlannedStep,
  row: IndexedRow,
  inputs: ReturnType<typeof readInputs>,
  calls: Calls,
): Promise<StoredResult> {
  const { id } = plan.step
  const { now } = context
  if (scope && !scope(row.id, id)) return earlierResult(plan, earlier.get(row.id), inputs.inputHash, now())
  if (cancelledParts.isCancelled(row.id, id))
    return leftOutResult(plan, inputs.inputHash, wasCancelled, now())
  const { signal, end } = cancelledParts.begin(row.id, id, calls.signal)
  const answer = answerNeedOf(context, lease.workspace, calculation.id, {
    ...calls,
    signal,
    paid: paidCalls.of(`${row.id} ${id}`),
  })
  try {
    return await evaluateStep(
      plan,
      stored,
      inputs,
      async (need) => {
        if (!(await cancelledParts.check())) throw new LeaseLost('The calculation has ended.')
        signal.throwIfAborted()
        return answer(need)
      },
      now,
    )
  } catch (error) {
    if (calls.signal.aborted || !cancelledParts.isCancelled(row.id, id)) throw error
    return leftOutResult(plan, inputs.inputHash, wasCancelled, now())
  } finally {
    end()
  }
}
