import type { Context } from '../../context.ts'
import type { Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { FinishPayload } from './calculation-plan.ts'
import { lockActiveCalculation, updateCalculation } from './calculation-queries.ts'

/** Ends a calculation when one of its jobs has failed for good. Results of its running jobs are discarded. */
export async function failCalculation(
  { jobs, now }: Context,
  tx: Tx,
  job: { readonly workspace: WorkspaceId; readonly run: string; readonly payload: unknown },
): Promise<void> {
  const { sheet, calculation: number } = job.payload as FinishPayload
  await jobs.cancel(tx, job.workspace, job.run)
  const calculation = await lockActiveCalculation(tx, { workspace_id: job.workspace, sheet, number }, now())
  if (!calculation) return
  const error = 'A part of the calculation failed several times; the log of the server says why.'
  await updateCalculation(tx, calculation, { status: 'failed', error, completed_at: now() })
}
