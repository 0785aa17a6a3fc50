import type { Store } from '../../src/server/db/index.ts'
import type { Lease } from '../../src/server/jobs/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'

/** A lease of a job without a worker; it is never lost. */
export const leaseWithoutWorker = (
  store: Store,
  { workspace, run }: { readonly workspace: number; readonly run: string },
  commit: Lease['commit'] = (write) => store.transact(write),
): Lease => ({
  workspace: workspace as WorkspaceId,
  run,
  id: 'job',
  payload: {},
  signal: new AbortController().signal,
  stopping: new AbortController().signal,
  commit,
  finish: (write) => store.transact(write),
  whenChanged: () => () => {},
  append: (unit) => store.append(unit),
})
