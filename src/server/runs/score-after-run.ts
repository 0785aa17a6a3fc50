import type { SheetRow, Tx } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import type { Jobs } from '../jobs/index.ts'

export const scoreAfterRunKind = 'score-after-run'

export interface ScoreAfterRunPayload {
  readonly sheet: number
  readonly operation: string
}

/**
 * Enqueues the calculation of the sheet's score after a run that a person starts. Clients with a key calculate it by
 * themselves, and would find a second calculation in the trend.
 */
export async function scoreAfterRun(
  tx: Tx,
  jobs: Jobs,
  { workspace, actor }: Caller,
  { number }: SheetRow,
  operation: string,
): Promise<void> {
  if (actor.kind !== 'person') return
  const payload: ScoreAfterRunPayload = { sheet: number, operation }
  await jobs.enqueue(tx, workspace, [{ kind: scoreAfterRunKind, run: operation, turn: 0, payload }])
}
