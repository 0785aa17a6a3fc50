import { Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import type { ScorecardCalculationRow, ScorecardRow, Tx } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { getSheet } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { lockActiveCalculation, selectActive, updateCalculation } from './calculation-queries.ts'
import { readScope } from './read-scope.ts'
import { selectResults } from './result-queries.ts'
import type { Scope } from './scope.ts'
import { findScorecard } from './scorecard-queries.ts'

export const cancelScorecard: Handler<'cancelScorecard'> = async (context, { caller, params, body }) => {
  const { store, jobs, now } = context
  const { workspace } = caller
  const { scorecard, cancelled } = await store.transact(async (tx) => {
    const sheet = await getSheet(tx, workspace, params)
    const scorecard = await findScorecard(tx, sheet)
    if (!scorecard) throw noScorecard()
    const scope = await readScope(tx, sheet, scorecard, body)
    const [latest] = await selectActive(tx, scorecard)
    if (!latest) return { scorecard, cancelled: null }
    const count =
      scope === null
        ? await cancelCalculation(context, tx, workspace, latest)
        : await cancelPart(tx, latest, scope, now())
    return { scorecard, cancelled: count === null ? null : { latest, count, whole: scope === null } }
  })
  if (cancelled?.whole) jobs.cancelled(cancelled.latest.id)
  return {
    success: true as const,
    message: cancelled ? 'The work was cancelled.' : 'No calculation was under way.',
    scorecard: { id: scorecard.id },
    cancelled_count: cancelled?.count ?? 0,
    execution_ids: cancelled ? [cancelled.latest.id] : [],
    calculation_id: cancelled?.latest.id ?? null,
  }
}

export const noScorecard = () => new Refusal('not_found', 'The sheet has no scorecard.')

/**
 * Ends a calculation. Returns the number of rows without a score, or null if the calculation had ended. Lock order:
 * jobs, then calculation (same as result writes), to avoid deadlock. Call `jobs.cancelled` after the commit.
 */
export async function cancelCalculation(
  { jobs, now }: Pick<Context, 'jobs' | 'now'>,
  tx: Tx,
  workspace: WorkspaceId,
  { id, ...key }: ScorecardCalculationRow,
  reason: string | null = null,
): Promise<number | null> {
  await jobs.cancel(tx, workspace, id)
  const calculation = await lockActiveCalculation(tx, key, now())
  if (!calculation) return null
  const count = await countLeft(tx, calculation, everything)
  await updateCalculation(tx, calculation, { status: 'cancelled', error: reason, completed_at: now() })
  return count
}

/** Cancels some rows or steps of a calculation; the rest continues. */
async function cancelPart(
  tx: Tx,
  key: ScorecardCalculationRow,
  scope: Scope,
  now: number,
): Promise<number | null> {
  const calculation = await lockActiveCalculation(tx, key, now)
  if (!calculation) return null
  const count = await countLeft(tx, calculation, scope)
  const narrowed = [...(JSON.parse(calculation.narrowed) as Scope[]), scope]
  await updateCalculation(tx, calculation, { narrowed: JSON.stringify(narrowed) })
  return count
}

const everything: Scope = { row_ids: null, step_ids: null }

/** Counts the rows of a scope without a result, except rows that an earlier cancel covers. */
async function countLeft(
  tx: Tx,
  calculation: ScorecardCalculationRow,
  { row_ids, step_ids }: Scope,
): Promise<number> {
  const earlier = (JSON.parse(calculation.narrowed) as Scope[]).filter(
    (earlierScope) =>
      earlierScope.step_ids === null ||
      (step_ids?.every((id) => earlierScope.step_ids?.includes(id)) ?? false),
  )
  if (earlier.some((earlierScope) => earlierScope.row_ids === null)) return 0
  const cancelledIds = new Set(earlier.flatMap((earlierScope) => earlierScope.row_ids ?? []))
  const withoutResult = async (ids: number[]) => ids.length - (await selectResults(tx, calculation, ids)).size
  if (row_ids !== null) return withoutResult(row_ids.filter((id) => !cancelledIds.has(id)))
  return Math.max(
    0,
    calculation.total_rows - calculation.scored_rows - (await withoutResult([...cancelledIds])),
  )
}

/**
 * Cancels all calculations of a scorecard and returns their runs. The scorecard's row must be written before this,
 * because starting a calculation locks the row.
 */
export async function cancelAll(
  context: Pick<Context, 'jobs' | 'now'>,
  tx: Tx,
  workspace: WorkspaceId,
  scorecard: ScorecardRow,
  reason: string,
): Promise<string[]> {
  const active = await selectActive(tx, scorecard)
  for (const calculation of active) await cancelCalculation(context, tx, workspace, calculation, reason)
  return active.map(({ id }) => id)
}
