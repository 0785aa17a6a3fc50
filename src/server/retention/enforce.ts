import type { RetentionRule } from '../../engine/retention/rules.ts'
import { deleteCommentsOnDeletedRequests } from '../comments/index.ts'
import type { Context } from '../context.ts'
import type { JobHandler, Lease, NewJob } from '../jobs/index.ts'
import { deleteExpiredRequests, dropEmptyMonths } from '../requests/index.ts'
import { deleteOldTraces } from '../traces/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { selectRules } from './rule-queries.ts'

const kind = 'retention'
const hour = 3_600_000

export const retentionRun = (workspace: WorkspaceId): string => `${kind} ${workspace}`

export const retentionJob = (workspace: WorkspaceId): NewJob => ({
  kind,
  run: retentionRun(workspace),
  turn: 0,
  payload: {},
})

export interface Enforcement {
  readonly lease: Lease
  readonly rules: readonly RetentionRule[]
  readonly now: number
}

/** Deletes expired requests and traces. The job repeats hourly while there are rules. */
export const retentionJobs = ({ store, jobs, now }: Pick<Context, 'store' | 'jobs' | 'now'>): JobHandler => ({
  kind,
  async run(lease) {
    const rules = await selectRules(store.db, lease.workspace)
    if (rules.every(({ days }) => days === null)) return { kind: 'done' }
    const enforcement: Enforcement = { lease, rules, now: now() }
    await deleteExpiredRequests(store, enforcement)
    await deleteCommentsOnDeletedRequests(store, lease.workspace)
    await deleteOldTraces(store, enforcement)
    await dropEmptyMonths(store, enforcement.now)
    return { kind: 'again', at: now() + hour }
  },
  // Enqueues the job again, because the rules still apply after a failure.
  async failed(tx, { workspace }) {
    await jobs.enqueue(tx, workspace, [{ ...retentionJob(workspace), readyAt: now() + hour }])
  },
})
