import { changeRows, type RunBudgetRow, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

export interface RunKey {
  readonly workspace: WorkspaceId
  readonly run: string
}

type Limits = Pick<RunBudgetRow, 'calls_limit' | 'cost_limit'>

/** Locks the row of a budget and creates it if needed. The amount used stays; the limits become those of this call. */
export async function lockBudget(
  tx: Tx,
  { workspace, run }: RunKey,
  limits: Limits,
  now: number,
): Promise<RunBudgetRow> {
  return tx
    .insertInto('run_budgets')
    .values({ workspace_id: workspace, run, ...limits, calls_used: 0, cost_used: '0', updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'run']).doUpdateSet({ ...limits, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const saveUse = (
  tx: Tx,
  { workspace, run }: RunKey,
  use: Pick<RunBudgetRow, 'calls_used' | 'cost_used'>,
) => changeRows(tx, 'run_budgets', { workspace_id: workspace, run }, use)
