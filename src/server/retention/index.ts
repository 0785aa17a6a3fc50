/** Retention rules, their preview, and the job that deletes expired requests and traces. */

import { Refusal } from '../../engine/refusal.ts'
import type { RetentionRule } from '../../engine/retention/rules.ts'
import type { Context } from '../context.ts'
import { QueryTooSlowError } from '../db/index.ts'
import type { Handlers } from '../http/handler.ts'
import { requireRevision, revisionOf } from '../http/revision.ts'
import { countExpiredRequests } from '../requests/index.ts'
import { countOldTraces } from '../traces/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { lockWorkspace } from '../workspaces/index.ts'
import { retentionJob, retentionRun } from './enforce.ts'
import { replaceRules, selectRules } from './rule-queries.ts'

export { retentionJobs } from './enforce.ts'

/** Milliseconds in which a preview must end. */
const timeLimit = 10_000

const present = (rules: readonly RetentionRule[]) => ({
  success: true as const,
  rules: rules.map(({ tag, days }) => ({ tag, days })),
  revision: revisionOf(rules),
})

export const retentionHandlers = {
  async readRetention({ store }, { caller }) {
    return present(await selectRules(store.db, caller.workspace))
  },

  async changeRetention({ store, jobs, now }, { caller: { workspace }, body: { rules, base_revision } }) {
    const saved = await store.transact(async (tx) => {
      await lockWorkspace(tx, workspace)
      requireRevision(revisionOf(await selectRules(tx, workspace)), base_revision)
      await replaceRules(tx, workspace, rules, now())
      await jobs.cancel(tx, workspace, retentionRun(workspace))
      if (rules.some(({ days }) => days !== null))
        await jobs.enqueue(tx, workspace, [retentionJob(workspace)])
      return selectRules(tx, workspace)
    })
    jobs.cancelled(retentionRun(workspace))
    jobs.wake()
    return present(saved)
  },

  previewRetention: (context, { caller, body }) => preview(context, caller.workspace, body.rules),
} satisfies Partial<Handlers>

async function preview({ store, now }: Context, workspace: WorkspaceId, rules: readonly RetentionRule[]) {
  try {
    const query = { store, workspace, rules, now: now() }
    const counts = await countExpiredRequests(query, timeLimit)
    return {
      success: true as const,
      requests: counts.reduce((sum, { requests }) => sum + requests, 0),
      traces: await countOldTraces(query, timeLimit),
      by_rule: counts.map(({ rule: { tag, days }, requests, oldest, newest }) => ({
        tag,
        days,
        requests,
        oldest: oldest === null ? null : new Date(oldest).toISOString(),
        newest: newest === null ? null : new Date(newest).toISOString(),
      })),
    }
  } catch (error) {
    if (!(error instanceof QueryTooSlowError)) throw error
    throw new Refusal(
      'too_slow',
      'Counting the requests to delete took too long. Preview fewer rules at a time, or rules with more days.',
    )
  }
}
