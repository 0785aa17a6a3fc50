import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../db/index.ts'
import type { Actor } from '../http/caller.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { Subject } from './notify.ts'
import { insertWatchedRun, notifyOfEnd } from './queries.ts'

/** Milliseconds. A person who starts a shorter run still sees it end. */
const minMilliseconds = 10_000

/** Watches a run, so that the person who started it gets a notification at its end. Keys get none. */
export async function watchRun(
  tx: Tx,
  workspace: WorkspaceId,
  run: string,
  actor: Actor,
  subject: Subject,
  now: number,
): Promise<void> {
  if (actor.kind !== 'person') return
  await insertWatchedRun(tx, {
    workspace_id: workspace,
    run_id: run,
    person_id: actor.id,
    person_name: actor.name,
    subject: JSON.stringify(subject),
    started_at: now,
  })
}

/** Call this wherever a run may have ended. Does nothing while the run goes on. */
export const notifyIfEnded = (tx: Tx, workspace: WorkspaceId, run: string, now: number): Promise<void> =>
  notifyOfEnd(tx, workspace, run, { id: randomUUIDv7(), now, shortest: minMilliseconds })
