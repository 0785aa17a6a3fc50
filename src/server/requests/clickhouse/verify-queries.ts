import { sql } from 'kysely'
import type { Store } from '../../db/index.ts'
import { type ClickHouse, onlyRow } from './client.ts'

/** Figures of the requests that arrived on one day, for the comparison. */
export interface Day {
  readonly workspace: number
  readonly day: number
  readonly requests: number
  readonly ids: number
  /** A check sum of the ids with two prime factors, so that one id cannot replace a neighbouring one unnoticed. */
  readonly digest: number
  readonly price: number
  readonly scores: number
}

const digest = '(id % 1000003) * (id % 10007) % 1000003'

export async function storedDays(store: Pick<Store, 'scan'>): Promise<Day[]> {
  const { rows } =
    await sql<Day>`select workspace_id as workspace, created_at / 86400000 as day, count(*) as requests,
    sum(id) as ids, sum(${sql.raw(digest)}) as digest, sum(price) as price,
    sum((select count(*) from request_scores s where s.workspace_id = r.workspace_id and s.request_id = r.id)) as scores
    from requests r group by 1, 2`.execute(store.scan)
  return rows
}

export const copiedDays = (clickhouse: ClickHouse): Promise<Day[]> =>
  clickhouse.rows<Day>(`select workspace_id as workspace, intDiv(created_at, 86400000) as day, count() as requests, sum(id) as ids,
    sum(${digest}) as digest, sum(price) as price, sum(length(mapKeys(scores))) as scores
    from requests group by 1, 2`)

export async function countCopied(clickhouse: ClickHouse): Promise<number> {
  return onlyRow(await clickhouse.rows<{ requests: number }>('select count() as requests from requests'))
    .requests
}

/** The bytes of the table's parts, found without reading them. */
export async function sizeOfCopy(clickhouse: ClickHouse, milliseconds: number): Promise<number> {
  const rows = await clickhouse.rows<{ bytes: number }>(
    `select sum(bytes_on_disk) as bytes from system.parts
      where active and database = currentDatabase() and table = 'requests'`,
    milliseconds,
  )
  return onlyRow(rows).bytes
}

export const emptyCopy = (clickhouse: ClickHouse): Promise<void> =>
  clickhouse.command('truncate table requests')
