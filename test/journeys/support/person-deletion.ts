import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease } from '../../../src/server/jobs/index.ts'
import type { WorkspaceId } from '../../../src/server/workspace-id.ts'
import type { Api } from '../../kit/api.ts'
import type { TestApp } from '../../kit/app.ts'
import { leaseWithoutWorker } from '../../kit/lease.ts'

/** Waits for the end of a deletion of a person. Returns its receipt. */
export async function endedDeletion(api: Api, id: string) {
  for (;;) {
    const { status, body } = await api.get(`/api/public/v2/person-deletions/${id}`)
    assert.equal(status, 200, JSON.stringify(body))
    if (body.person_deletion.state !== 'running') return body.person_deletion
    await sleep(50)
  }
}

/** A lease of a deletion without a worker. The hook runs after each commit, with the saved stage. */
export function hookedLease(
  { context: { store } }: TestApp,
  job: { readonly workspace: WorkspaceId; readonly run: string },
  hook: (stage: string) => Promise<void>,
): Lease {
  const commit: Lease['commit'] = async (write) => {
    const result = await store.transact(write)
    const row = await store.db
      .selectFrom('person_deletions')
      .select('position')
      .where('id', '=', job.run)
      .executeTakeFirstOrThrow()
    await hook((JSON.parse(row.position) as { stage: string }).stage)
    return result
  }
  return leaseWithoutWorker(store, job, commit)
}
