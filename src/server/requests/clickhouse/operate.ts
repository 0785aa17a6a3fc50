import { Refusal } from '../../../engine/refusal.ts'
import type { LogCopyRow } from '../../db/index.ts'
import type { LogCopy } from './log-copy.ts'
import { lockCopy, readCopy, setCopy } from './outbox-queries.ts'
import { copiedDays, countCopied, type Day, emptyCopy, storedDays } from './verify-queries.ts'

/** Milliseconds for copying pending changes, before a comparison and before searches change their storage. */
const flushTimeout = 60_000
/** Batches between two lines about the progress. */
const reported = 20
const shownDifferences = 20
/** Relative difference that is allowed, because both sides add prices in different orders. */
const sumTolerance = 1e-9

export async function describe(copy: LogCopy) {
  const status = await copy.status()
  const { backfill_workspace, backfill_request } = await readCopy(copy.store)
  const backfill = backfill_workspace && { workspace_id: backfill_workspace, before: backfill_request }
  try {
    return { ...status, backfill, requests: await countCopied(copy.clickhouse) }
  } catch (error) {
    return { ...status, backfill, requests: null, problem: (error as Error).message }
  }
}

/** Copies all requests that ClickHouse lacks. Continues where an earlier backfill was stopped. */
export async function backfill(copy: LogCopy, report: (line: string) => void) {
  const { store } = copy
  const { state } = await readCopy(store)
  if (state === 'changes') {
    // While the copy was off, requests may have been deleted, so the copy is emptied and all requests are copied again.
    await emptyCopy(copy.clickhouse)
    await store.transact(async (tx) => {
      await lockCopy(tx)
      await setCopy(tx, { state: 'backfill', backfill_workspace: null, backfill_request: null })
    })
  }
  for (let batches = 0; ; batches++) {
    const isBackfilled = await copy.backfillStep()
    const isCopied = await copy.copyBatch()
    if (batches % reported === 0) report(`${await countCopied(copy.clickhouse)} requests are in ClickHouse.`)
    if (!isBackfilled && !isCopied) break
  }
  await requireFlush(copy)
  return describe(copy)
}

export async function readFrom(copy: LogCopy, home: LogCopyRow['read_from']) {
  const { state } = await readCopy(copy.store)
  if (home === 'clickhouse') {
    if (state !== 'complete')
      throw new Refusal(
        'bad_request',
        'ClickHouse does not have all requests yet: run `galley log backfill` first',
      )
    await requireFlush(copy)
  }
  await copy.readFrom(home)
  return describe(copy)
}

async function requireFlush(copy: LogCopy): Promise<void> {
  if (!(await copy.flush(flushTimeout)))
    throw new Refusal('bad_request', `ClickHouse is more than ${flushTimeout / 1_000} s behind the database`)
}

/** Compares count, ids and prices of each day. Compares again if there are differences, because requests may change meanwhile. */
export async function verify(copy: LogCopy) {
  let differences: string[] = []
  let requests = 0
  for (let attempt = 0; attempt < 3; attempt++) {
    await requireFlush(copy)
    const [stored, copied] = [await storedDays(copy.store), await copiedDays(copy.clickhouse)]
    requests = stored.reduce((sum, day) => sum + Number(day.requests), 0)
    differences = differencesOf(stored, copied)
    if (differences.length === 0) break
  }
  return { requests, differences: differences.slice(0, shownDifferences), different_days: differences.length }
}

function differencesOf(stored: readonly Day[], copied: readonly Day[]): string[] {
  const keyOf = ({ workspace, day }: Day) => `workspace ${workspace}, ${dateOf(Number(day))}`
  const others = new Map(copied.map((day) => [keyOf(day), day]))
  const differences = stored.flatMap((day) => {
    const other = others.get(keyOf(day))
    others.delete(keyOf(day))
    if (other && isSame(day, other)) return []
    return [`${keyOf(day)}: ${day.requests} in the database, ${other?.requests ?? 0} in ClickHouse`]
  })
  return [
    ...differences,
    ...[...others.values()].map((day) => `${keyOf(day)}: 0 in the database, ${day.requests} in ClickHouse`),
  ]
}

const isSame = (a: Day, b: Day): boolean =>
  (['requests', 'ids', 'digest', 'scores'] as const).every(
    (column) => Number(a[column]) === Number(b[column]),
  ) && Math.abs(Number(a.price) - Number(b.price)) <= sumTolerance * Math.max(1, Math.abs(Number(a.price)))

/** A time that a caller sent may be no valid date. */
function dateOf(day: number): string {
  const date = new Date(day * 86_400_000)
  return Number.isNaN(date.getTime()) ? `day ${day}` : date.toISOString().slice(0, 10)
}
