import { expiryCutoff, type RetentionRule } from '../../engine/retention/rules.ts'
import type { Store } from '../db/index.ts'
import type { Lease } from '../jobs/index.ts'
import { type ExpiryQuery, isExpiredSql } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { countOldTracesQuery, deleteSpans, findQuietTraces } from './expired-queries.ts'
import { findTrace } from './queries.ts'

const tracesPerPage = 500

/** The time before which traces expire. Traces have no tags, so the rule without a tag applies. */
function traceCutoff(rules: readonly RetentionRule[], now: number): number | null {
  const rule = rules.find(({ tag }) => tag === null)
  return rule ? expiryCutoff(rule, now) : null
}

/** Counts traces that are old enough to delete. A trace stays if it has a request that stays. */
export async function countOldTraces(
  { store, workspace, rules, now }: ExpiryQuery,
  milliseconds: number,
): Promise<number> {
  const cutoff = traceCutoff(rules, now)
  if (cutoff === null) return 0
  const [row] = await store.timedQuery(
    countOldTracesQuery(store, workspace, cutoff, isExpiredSql({ workspace, rules, now })),
    milliseconds,
  )
  return row!.count
}

export async function deleteOldTraces(
  store: Store,
  { lease, rules, now }: { lease: Lease; rules: readonly RetentionRule[]; now: number },
): Promise<void> {
  const cutoff = traceCutoff(rules, now)
  if (cutoff === null) return
  for (;;) {
    const traces = await findQuietTraces(store, lease.workspace, cutoff, tracesPerPage)
    for (const trace of traces) {
      let isDeleted = false
      while (!isDeleted) {
        lease.signal.throwIfAborted()
        isDeleted = (await lease.commit((tx) => deleteSpans(tx, store, lease.workspace, trace, cutoff)))
          .isDone
      }
    }
    if (traces.length < tracesPerPage) return
  }
}

/** Deletes a trace with its spans; false if the trace does not exist. */
export async function deleteTrace(store: Store, workspace: WorkspaceId, trace: string): Promise<boolean> {
  if (!(await findTrace(store.db, workspace, trace))) return false
  let isDeleted = false
  while (!isDeleted)
    isDeleted = (
      await store.transact((tx) => deleteSpans(tx, store, workspace, trace, Number.MAX_SAFE_INTEGER))
    ).isDone
  return true
}
