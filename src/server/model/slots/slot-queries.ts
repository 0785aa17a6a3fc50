import { sql } from 'kysely'
import { changeRows, type Database, deleteRows, selectOne, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

export interface PoolKey {
  readonly workspace: WorkspaceId
  readonly pool: string
}

/** Locks the row of a pool and creates it if needed. Times are the database's, because the clocks of processes differ. */
export async function lockPool(
  tx: Tx,
  { workspace, pool }: PoolKey,
  state: string,
): Promise<{ state: string; now: number }> {
  return tx
    .insertInto('model_pools')
    .values({ workspace_id: workspace, pool, state, updated_at: 0 })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'pool']).doUpdateSet((eb) => ({ pool: eb.ref('excluded.pool') })),
    )
    .returning([
      'model_pools.state',
      sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`.as('now'),
    ])
    .executeTakeFirstOrThrow()
}

export async function findPoolState(db: Database, { workspace, pool }: PoolKey): Promise<string | undefined> {
  const row = await selectOne(db, 'model_pools', { workspace_id: workspace, pool }, ['state'])
  return row?.state
}

export const savePool = (tx: Tx, { workspace, pool }: PoolKey, state: string, now: number) =>
  changeRows(tx, 'model_pools', { workspace_id: workspace, pool }, { state, updated_at: Math.floor(now) })

/** The valid leases by holder. Processes with expired leases have ended. */
export async function liveLeases(tx: Tx, { workspace, pool }: PoolKey, now: number) {
  await tx
    .deleteFrom('model_pool_leases')
    .where('workspace_id', '=', workspace)
    .where('pool', '=', pool)
    .where('expires_at', '<', Math.floor(now))
    .execute()
  return tx
    .selectFrom('model_pool_leases')
    .select(['holder', 'demand', 'slots', 'requests_per_second', 'tokens_per_second'])
    .where('workspace_id', '=', workspace)
    .where('pool', '=', pool)
    .orderBy('holder')
    .execute()
}

/** Requests and tokens that were started in the last second. */
export interface Rates {
  readonly requests: number
  readonly tokens: number
}

export interface Lease extends PoolKey {
  readonly holder: string
  readonly demand: number
  readonly slots: number
  readonly rates: Rates
  readonly expiresAt: number
}

export async function saveLease(tx: Tx, { workspace, pool, holder, demand, slots, rates, expiresAt }: Lease) {
  const change = {
    demand,
    slots,
    requests_per_second: rates.requests,
    tokens_per_second: rates.tokens,
    expires_at: Math.ceil(expiresAt),
  }
  await tx
    .insertInto('model_pool_leases')
    .values({ workspace_id: workspace, pool, holder, ...change })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'pool', 'holder']).doUpdateSet(change))
    .execute()
}

export const deleteLease = (tx: Tx, { workspace, pool }: PoolKey, holder: string) =>
  deleteRows(tx, 'model_pool_leases', { workspace_id: workspace, pool, holder })
