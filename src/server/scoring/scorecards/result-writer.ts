import { hash128, type RowResult, rowResult } from '../../../engine/sheet/index.ts'
import { storable } from '../../../engine/storable.ts'
import type { Context } from '../../context.ts'
import type { ScorecardCalculationRow, ScorecardResultRow, Tx } from '../../db/index.ts'
import { type Lease, LeaseLost } from '../../jobs/index.ts'
import type { CalculationPlan, FinishPayload } from './calculation-plan.ts'
import { lockActiveCalculation, markBatchDone, updateCalculation } from './calculation-queries.ts'
import { wasCancelled } from './cancelled-parts.ts'
import { leftOutResult, type StoredResult } from './evaluate-step.ts'
import { insertResults } from './result-queries.ts'
import { anyScopeTest, type ScopeTest } from './scope.ts'

export interface ScoredRow {
  readonly rowId: number
  /** True if a step has read a stale value. */
  readonly stale: boolean
  readonly results: ReadonlyMap<string, StoredResult>
}

/** Writes results in groups: results that arrive during a write are part of the next write. */
export class ResultWriter {
  readonly #context: Context
  readonly #lease: Lease
  readonly #calculation: ScorecardCalculationRow
  readonly #plan: CalculationPlan
  readonly #batch: number
  #unwritten: ScoredRow[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor(
    context: Context,
    lease: Lease,
    calculation: ScorecardCalculationRow,
    plan: CalculationPlan,
    batch: number,
  ) {
    this.#context = context
    this.#lease = lease
    this.#calculation = calculation
    this.#plan = plan
    this.#batch = batch
  }

  add(row: ScoredRow): void {
    this.#unwritten.push(row)
  }

  /** Resolves when all rows that were added up to now are written. */
  flush(): Promise<void> {
    const write = async () => {
      const rows = this.#unwritten
      this.#unwritten = []
      if (rows.length > 0) await this.#write(rows, false)
    }
    // After a failed write no further result is written, and the job starts again.
    this.#writing = this.#writing.then(write)
    return this.#writing
  }

  /** Writes the rest and marks the batch as done. After the last batch the job that finishes the calculation is queued. */
  async finish(): Promise<void> {
    await this.#writing
    const rows = this.#unwritten
    this.#unwritten = []
    await this.#write(rows, true)
    this.#context.jobs.wake()
  }

  async #write(rows: readonly ScoredRow[], isLast: boolean): Promise<void> {
    const now = this.#context.now()
    await this.#lease.commit(async (tx) => {
      const calculation = await lockActiveCalculation(tx, this.#calculation, now)
      if (!calculation) throw new LeaseLost('The calculation has ended.')
      const isCancelled = anyScopeTest(calculation.narrowed)
      const results = rows.map((row) => this.#resultRow(this.#withoutCancelled(row, isCancelled, now), now))
      await insertResults(tx, results)
      const isBatchDone = isLast && (await markBatchDone(tx, calculation, this.#batch))
      const open_batches = calculation.open_batches - Number(isBatchDone)
      await updateCalculation(tx, calculation, { ...countsWith(calculation, results), open_batches })
      if (isBatchDone && open_batches === 0) await this.#enqueueFinish(tx, calculation)
    })
  }

  async #enqueueFinish(tx: Tx, { sheet, number, id }: ScorecardCalculationRow) {
    const payload: FinishPayload = { sheet, calculation: number }
    await this.#context.jobs.enqueue(tx, this.#lease.workspace, [
      { kind: 'scorecard-finish', run: id, turn: 0, payload },
    ])
  }

  /** Replaces results that were cancelled during their evaluation. */
  #withoutCancelled(row: ScoredRow, isCancelled: ScopeTest, now: number): ScoredRow {
    const results = this.#plan.ofRows.map(({ plan }): [string, StoredResult] => {
      const { id } = plan.step
      const result = row.results.get(id)!
      const staysValid = result.verdict === 'skipped' || !isCancelled(row.rowId, id)
      return [id, staysValid ? result : leftOutResult(plan, result.input_hash, wasCancelled, now)]
    })
    return { ...row, results: new Map(results) }
  }

  #resultRow({ rowId, stale, results }: ScoredRow, now: number): ScorecardResultRow {
    const { workspace_id, sheet, number } = this.#calculation
    const all = [...results.values()]
    const { score, verdict } = this.#rowResult(results)
    const broken = all.filter((result) => result.verdict === 'error').map(({ message }) => message)
    return {
      workspace_id,
      sheet,
      calculation: number,
      row_id: rowId,
      score,
      verdict,
      steps: JSON.stringify(Object.fromEntries(results)),
      stale: Number(stale || all.some(({ isLeftOut }) => isLeftOut)),
      error: broken.length === 0 ? null : storable(broken.join('; ').slice(0, 2000)),
      input_hash: hash128(all.map(({ input_hash }) => input_hash).join()),
      computed_at: now,
    }
  }

  #rowResult(results: ScoredRow['results']): RowResult {
    const weighted = this.#plan.ofRows.map(({ plan }) => ({
      step: plan.step,
      result: results.get(plan.step.id)!,
    }))
    return rowResult(weighted, this.#plan.aggregation)
  }
}

function countsWith(calculation: ScorecardCalculationRow, results: readonly ScorecardResultRow[]) {
  const count = (name: string) => results.filter(({ verdict }) => verdict === name).length
  const scores = results.flatMap(({ score }) => (score === null ? [] : [score]))
  return {
    scored_rows: calculation.scored_rows + results.length,
    pass_rows: calculation.pass_rows + count('pass'),
    warn_rows: calculation.warn_rows + count('warn'),
    fail_rows: calculation.fail_rows + count('fail'),
    error_rows: calculation.error_rows + count('error'),
    skipped_rows: calculation.skipped_rows + count('skipped'),
    score_sum: scores.reduce((sum, score) => sum + score, calculation.score_sum),
    score_count: calculation.score_count + scores.length,
  }
}
