import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import {
  type CompiledQuery,
  changeRows,
  chunksOf,
  type Database,
  enqueue,
  type JobRow,
  type JobState,
  type Store,
  type Tx,
} from '../db/index.ts'
import { starterRole } from '../started-by.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { NewJob } from './job.ts'

export async function insertJobs(
  tx: Tx,
  workspace: WorkspaceId,
  jobs: readonly NewJob[],
  now: number,
): Promise<void> {
  const rows = jobs.map(
    ({ kind, run, turn, payload, readyAt = now }): JobRow => ({
      workspace_id: workspace,
      id: randomUUIDv7(),
      kind,
      run,
      turn,
      payload: JSON.stringify(payload),
      state: 'queued',
      generation: 0,
      attempts: 0,
      owner: null,
      ready_at: readyAt,
      created_at: now,
      finished_at: null,
      error: null,
      started_by: starterRole(),
    }),
  )
  for (const chunk of chunksOf(rows)) await enqueue(tx, tx.insertInto('jobs').values(chunk))
}

export type ClaimedJob = Pick<
  JobRow,
  'workspace_id' | 'id' | 'kind' | 'run' | 'payload' | 'generation' | 'attempts' | 'started_by'
>

interface Claim {
  readonly kinds: readonly string[]
  readonly count: number
  /** Workspaces whose jobs are not claimed. */
  readonly except: readonly number[]
  readonly owner: string
  readonly now: number
  readonly until: number
}

/** Claims queued jobs, and jobs whose lease has expired. */
export async function claimJobs(store: Store, claim: Claim): Promise<ClaimedJob[]> {
  // On SQLite a read first is cheap, while an update that changes nothing would delay other writers.
  if (store.dialect === 'sqlite' && (await dueJobs(store.db, claim).execute()).length === 0) return []
  return store.change(claimStatement(store, claim))
}

/** The statement of `claimJobs`. */
export function claimStatement({ db, dialect }: Store, claim: Claim): CompiledQuery<ClaimedJob> {
  const jobs = dialect === 'sqlite' ? dueJobs(db, claim) : dueJobs(db, claim).forUpdate().skipLocked()
  const { owner, until } = claim
  return db
    .with(
      (cte) => cte('found').materialized(),
      () => jobs,
    )
    .updateTable('jobs')
    .from('found')
    .set({
      state: 'leased',
      owner,
      ready_at: until,
      generation: sql<number>`generation + 1`,
      attempts: sql<number>`attempts + 1`,
    })
    .whereRef('jobs.workspace_id', '=', 'found.workspace_id')
    .whereRef('jobs.id', '=', 'found.id')
    .returning([
      'jobs.workspace_id',
      'jobs.id',
      'jobs.kind',
      'jobs.run',
      'jobs.payload',
      'jobs.generation',
      'jobs.attempts',
      'jobs.started_by',
    ])
    .compile()
}

/**
 * The text must equal the condition of the index letter by letter. With bound values SQLite scans and sorts all jobs,
 * and PostgreSQL may.
 */
const isOpen = sql<boolean>`state in ('queued', 'leased')`

const dueJobs = (db: Database | Tx, { kinds, count, except, now }: Claim) =>
  db
    .selectFrom('jobs')
    .select(['workspace_id', 'id'])
    .where(isOpen)
    .where('ready_at', '<=', now)
    .where('kind', 'in', kinds)
    .$if(except.length > 0, (all) => all.where('workspace_id', 'not in', [...except]))
    .orderBy('turn')
    .orderBy('ready_at')
    .limit(count)

interface LeaseKey {
  readonly workspace_id: number
  readonly id: string
  readonly generation: number
}

const isLeasedAs = ({ workspace_id, id, generation }: LeaseKey) =>
  sql<boolean>`workspace_id = ${workspace_id} and id = ${id} and generation = ${generation} and state = 'leased'`

/**
 * Extends a lease, and resets the attempts, because a write is progress. Changes no row if the lease is lost. Locks the
 * row, so that a cancel waits for the write.
 */
export const extendLease = (db: Database | Tx, lease: LeaseKey, until: number) =>
  db.updateTable('jobs').set({ ready_at: until, attempts: 1 }).where(isLeasedAs(lease))

/** A condition: the job has ended. */
export const isDone = (workspace: WorkspaceId, id: string) =>
  sql<boolean>`exists (select 1 from jobs where workspace_id = ${workspace} and id = ${id} and state = 'done')`

export async function hasLease(db: Database, lease: LeaseKey): Promise<boolean> {
  return (await db.selectFrom('jobs').select('id').where(isLeasedAs(lease)).executeTakeFirst()) !== undefined
}

export async function selectLeases(db: Database, owner: string): Promise<LeaseKey[]> {
  return db
    .selectFrom('jobs')
    .select(['workspace_id', 'id', 'generation'])
    .where(isOpen)
    .where('owner', '=', owner)
    .where('state', '=', 'leased')
    .execute()
}

/**
 * Extends the leases of the jobs that a process is running. Skips locked jobs, because their write extends the lease;
 * waiting for them took half a second beside a run.
 */
export function extendLeases(
  { db, dialect }: Store,
  tx: Tx,
  owner: string,
  running: readonly Pick<LeaseKey, 'id'>[],
  until: number,
) {
  const leases = db
    .selectFrom('jobs')
    .select('id')
    .where(isOpen)
    .where(
      'id',
      'in',
      running.map(({ id }) => id),
    )
    .where('owner', '=', owner)
    .where('state', '=', 'leased')
  const jobs = dialect === 'sqlite' ? leases : leases.forUpdate().skipLocked()
  return tx
    .with(
      (cte) => cte('found').materialized(),
      () => jobs,
    )
    .updateTable('jobs')
    .set({ ready_at: until })
    .where(isOpen)
    .where('id', 'in', (some) => some.selectFrom('found').select('id'))
    .execute()
}

/** The latest time at which a job ended or an open one was enqueued; 0 without jobs. */
export async function latestJobTime(db: Database): Promise<number> {
  const { finished } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.max('finished_at').as('finished'))
    .executeTakeFirstOrThrow()
  const { enqueued } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.max('created_at').as('enqueued'))
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return Math.max(Number(finished ?? 0), Number(enqueued ?? 0))
}

/**
 * Makes queued jobs due that were due at `latest`, the time before the clock was set back. Several processes may do
 * so. Leases stay, because the leases of a machine whose clock is right would end at once.
 */
export async function moveDueJobs(tx: Tx, now: number, latest: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ ready_at: now })
    .where(isOpen)
    .where('state', '=', 'queued')
    .where('ready_at', '>', now)
    .where('ready_at', '<=', latest)
    .execute()
}

/** Requeues the leased jobs of all processes. This is safe only if no other process is running. */
export async function requeueAll(tx: Tx, now: number): Promise<void> {
  await tx.updateTable('jobs').set({ ready_at: now }).where(isOpen).where('state', '=', 'leased').execute()
}

interface Change {
  readonly state: JobState
  readonly ready_at?: number
  readonly attempts?: number
  readonly finished_at?: number | null
  readonly error?: string | null
}

export async function updateLeasedJob(tx: Tx, lease: LeaseKey, change: Change) {
  const { numUpdatedRows } = await leasedJobUpdate(tx, lease, change).executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

/** The statement of `updateLeasedJob`. */
export const leasedJobUpdate = (
  db: Database | Tx,
  { workspace_id, id, generation }: LeaseKey,
  change: Change,
) =>
  db
    .updateTable('jobs')
    .set({ ...change, owner: null })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('state', '=', 'leased')

/** Cancels the open jobs of a run. After the commit none of them starts, and none that is running can write. */
export const cancelJobs = (tx: Tx, workspace: WorkspaceId, run: string, now: number) =>
  changeRows(
    tx,
    'jobs',
    { workspace_id: workspace, run, state: ['queued', 'leased'] },
    {
      state: 'cancelled',
      generation: sql<number>`generation + 1`,
      owner: null,
      finished_at: now,
    },
  )

export async function countJobs(db: Database, workspace: WorkspaceId, run: string) {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('workspace_id', '=', workspace)
    .where('run', '=', run)
    .groupBy('state')
    .execute()
  const counts: Record<JobState, number> = { queued: 0, leased: 0, done: 0, failed: 0, cancelled: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

export async function hasOpenJobs(db: Database | Tx, workspace: WorkspaceId, run: string, kind: string) {
  const open = await db
    .selectFrom('jobs')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('run', '=', run)
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'leased'])
    .limit(1)
    .execute()
  return open.length > 0
}

export async function deleteFinishedJobs(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('jobs').where('finished_at', '<', before).execute()
}
