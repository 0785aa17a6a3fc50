import { nullIfSlow } from '../../db/index.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import { countQuery } from '../search/plan-queries.ts'
import type { Search } from '../search/search.ts'
import { type MetadataSumOptions, type MetadataSumRow, metadataSumsQuery } from './metadata-sum-queries.ts'
import { newestSummands, requestSummands } from './summand-queries.ts'

/** Milliseconds for summing all matching requests. */
const timeLimit = 8_000
/** If that takes too long, only this many requests are summed, the newest. */
const maxSummed = 100_000
/** Milliseconds for counting the requests that are left out. */
const countTimeLimit = 2_000

export interface MetadataSums {
  readonly rows: readonly MetadataSumRow[]
  /** Number of matching requests that the sums leave out; null if counting them took too long. */
  readonly leftOut: number | null
}

export async function sumMetadata(
  search: Search,
  driver: Driver,
  options: MetadataSumOptions,
): Promise<MetadataSums> {
  const { store, runQuery } = search
  const all = metadataSumsQuery(search, requestSummands(search, driver), options)
  const allRows = await nullIfSlow(() => store.timedQuery(all, timeLimit))
  if (allRows) return { rows: allRows, leftOut: 0 }
  const newest = newestSummands(search, driver, maxSummed)
  const rows = await runQuery(metadataSumsQuery(search, newest, options))
  return { rows, leftOut: await countLeftOut(search, driver) }
}

async function countLeftOut(search: Search, driver: Driver): Promise<number | null> {
  const count = countQuery(search, driver, Number.MAX_SAFE_INTEGER)
  const rows = await nullIfSlow(() => search.store.timedQuery(count, countTimeLimit))
  return rows && Math.max(0, Number(rows[0]!.total) - maxSummed)
}
