import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import type { ScorecardCalculationRow, ScorecardRow, SheetRow, Tx } from '../../db/index.ts'
import type { NewJob } from '../../jobs/index.ts'
import { getSheet, loadSheet, type SheetAddress } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { type FinishPayload, planCalculation, type RowsPayload } from './calculation-plan.ts'
import { findCalculationById, insertCalculation, latestCompleted } from './calculation-queries.ts'
import { readScope, type SentScope } from './read-scope.ts'
import { selectBatchStarts } from './result-queries.ts'
import { beginCalculation, findScorecard } from './scorecard-queries.ts'

/** Rows of a batch. A row with external calls takes seconds, a row without them microseconds. */
const batchSizes = { withCalls: 20, withoutCalls: 500 }

export async function startCalculation(
  { store, jobs, now }: Context,
  workspace: WorkspaceId,
  address: SheetAddress,
  sent: SentScope,
): Promise<{ readonly calculation: ScorecardCalculationRow; readonly version: number }> {
  const loaded = await loadSheet(store.db, workspace, address)
  const existing = await findScorecard(store.db, loaded.sheet)
  if (!existing) throw notConfigured()
  const needsCalls = planCalculation(loaded, existing, null).ofRows.some(({ plan }) => plan.needsCalls)
  const size = needsCalls ? batchSizes.withCalls : batchSizes.withoutCalls
  const starts = await selectBatchStarts(store.scan, loaded.sheet, size)
  const started = await store.transact(async (tx) => {
    const scorecard = await beginCalculation(tx, loaded.sheet)
    if (!scorecard) throw notConfigured()
    if (scorecard.steps === '[]') throw new Refusal('bad_request', 'The scorecard has no steps.')
    const sheet = await getSheet(tx, workspace, address)
    const calculation = await newCalculation(tx, sheet, scorecard, sent, starts.length, now())
    await insertCalculation(tx, calculation, starts.length)
    await jobs.enqueue(tx, workspace, jobsOf(calculation, starts))
    return { calculation, version: sheet.version_count }
  })
  jobs.wake()
  return started
}

async function newCalculation(
  tx: Tx,
  sheet: SheetRow,
  scorecard: ScorecardRow,
  scopeInput: SentScope,
  batches: number,
  now: number,
): Promise<ScorecardCalculationRow> {
  const scope = await readScope(tx, sheet, scorecard, scopeInput)
  const earlier = await latestCompleted(tx, scorecard)
  return {
    workspace_id: sheet.workspace_id,
    sheet: sheet.number,
    number: scorecard.calculations,
    id: randomUUIDv7(),
    scorecard_id: scorecard.id,
    status: 'queued',
    sheet_revision: sheet.version_count,
    next_row_id: sheet.next_row_id,
    steps: scorecard.steps,
    aggregation: scorecard.aggregation,
    config_hash: scorecard.config_hash,
    scope: scope && JSON.stringify(scope),
    narrowed: '[]',
    copied_from: scope === null ? null : (earlier?.number ?? null),
    open_batches: batches,
    total_rows: sheet.row_count,
    scored_rows: 0,
    pass_rows: 0,
    warn_rows: 0,
    fail_rows: 0,
    error_rows: 0,
    skipped_rows: 0,
    score_sum: 0,
    score_count: 0,
    criteria: null,
    aggregate_score: null,
    aggregate_verdict: null,
    baseline: (await pinnedBaseline(tx, sheet, scorecard)) ?? earlier?.number ?? null,
    drift: null,
    error: null,
    created_at: now,
    started_at: null,
    completed_at: null,
  }
}

async function pinnedBaseline(
  tx: Tx,
  sheet: SheetRow,
  { baseline_config }: ScorecardRow,
): Promise<number | null> {
  const pinned =
    baseline_config && (JSON.parse(baseline_config) as { calculation_id?: string }).calculation_id
  if (!pinned) return null
  const key = { workspace_id: sheet.workspace_id, sheet: sheet.number }
  return (await findCalculationById(tx, key, pinned.toLowerCase()))?.number ?? null
}

function jobsOf(
  { sheet, number: calculation, id: run, next_row_id }: ScorecardCalculationRow,
  starts: readonly number[],
): NewJob[] {
  const payload: FinishPayload = { sheet, calculation }
  if (starts.length === 0) return [{ kind: 'scorecard-finish', run, turn: 0, payload }]
  return starts.map((from, batch): NewJob => {
    const to = (starts[batch + 1] ?? next_row_id) - 1
    const rows: RowsPayload = { ...payload, batch, from, to }
    return { kind: 'scorecard-rows', run, turn: batch, payload: rows }
  })
}

const notConfigured = () => new Refusal('bad_request', 'The sheet has no scorecard to calculate.')
