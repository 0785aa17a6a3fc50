import { Refusal } from '../../engine/refusal.ts'
import type { CopyRow } from '../db/index.ts'
import type { CopiedTable, Day } from './copied-table.ts'
import type { LogCopy } from './log-copy.ts'
import { lockCopy, setCopy } from './outbox-queries.ts'
import type { TableCopy } from './table-copy.ts'
import { countCopied, emptyCopy } from './verify-queries.ts'

/** Milliseconds for copying pending changes, before a comparison and before searches read ClickHouse. */
const flushTimeout = 60_000
/** Batches between two lines about the progress. */
const batchesPerReport = 20
const maxDifferences = 20
/** Relative difference that is allowed, because both sides add numbers in different orders. */
const sumTolerance = 1e-9

export async function describe(copy: LogCopy) {
  const { rows: requests, ...status } = await describeTable(copy.requests)
  return { ...status, requests, traces: await describeTable(copy.traces) }
}

async function describeTable(copy: TableCopy) {
  const [status, row] = [await copy.status(), await copy.row()]
  const workspace = row.backfill_workspace
  const backfill = workspace && { workspace_id: workspace, before: Reflect.get(row, copy.table.backfillId) }
  try {
    return { ...status, backfill, rows: await countOf(copy) }
  } catch (error) {
    return { ...status, backfill, rows: null, problem: (error as Error).message }
  }
}

const countOf = ({ clickhouse, table }: TableCopy): Promise<number> => countCopied(clickhouse, table)

/** Copies all rows that ClickHouse lacks. Continues where an earlier backfill was stopped. */
export async function backfill(copy: LogCopy, report: (line: string) => void) {
  for (const table of copy.tables) await backfillTable(table, report)
  return describe(copy)
}

async function backfillTable(copy: TableCopy, report: (line: string) => void): Promise<void> {
  const { table, store } = copy
  const { state } = await copy.row()
  if (state === 'changes') {
    // While the copy was off, rows may have been deleted, so the copy is emptied and all rows are copied again.
    await emptyCopy(copy.clickhouse, table)
    await store.transact(async (tx) => {
      await lockCopy(tx, table)
      await setCopy(tx, table, { state: 'backfill', ...table.noBackfill })
    })
  }
  for (let batches = 0; ; batches++) {
    const isBackfilled = await copy.backfillStep()
    const isCopied = await copy.copyBatch()
    if (batches % batchesPerReport === 0) report(`${await countOf(copy)} ${table.name} are in ClickHouse.`)
    if (!isBackfilled && !isCopied) break
  }
  await requireFlush(copy)
}

export async function readFrom(copy: LogCopy, storage: CopyRow['read_from']) {
  if (storage === 'clickhouse')
    for (const table of copy.tables) {
      if ((await table.row()).state !== 'complete')
        throw new Refusal(
          'bad_request',
          `ClickHouse does not have all ${table.table.name} yet: run \`galley log backfill\` first`,
        )
      await requireFlush(table)
    }
  for (const table of copy.tables) await table.readFrom(storage)
  return describe(copy)
}

async function requireFlush(copy: TableCopy): Promise<void> {
  if (!(await copy.flush(flushTimeout)))
    throw new Refusal('bad_request', `ClickHouse is more than ${flushTimeout / 1_000} s behind the database`)
}

/** Compares figures of each day, up to three times while there are differences, because rows may change meanwhile. */
export async function verify(copy: LogCopy) {
  const [requests, traces] = [await verifyTable(copy.requests), await verifyTable(copy.traces)]
  const differences = [...requests.differences, ...traces.differences]
  return {
    requests: requests.rows,
    traces: traces.rows,
    differences: differences.slice(0, maxDifferences),
    different_days: differences.length,
  }
}

async function verifyTable(copy: TableCopy) {
  const { table, store, clickhouse } = copy
  let differences: string[] = []
  let rows = 0
  for (let attempt = 0; attempt < 3; attempt++) {
    await requireFlush(copy)
    const [stored, copied] = [await table.storedDays(store), await clickhouse.rows<Day>(table.copiedDays)]
    rows = stored.reduce((sum, day) => sum + Number(day.rows), 0)
    differences = differencesOf(table, stored, copied)
    if (differences.length === 0) break
  }
  return { rows, differences }
}

function differencesOf(table: CopiedTable, stored: readonly Day[], copied: readonly Day[]): string[] {
  const keyOf = ({ workspace, day }: Day) => `workspace ${workspace}, ${dateOf(Number(day))}`
  const differenceText = (day: Day, inDatabase: number, inClickHouse: number) =>
    `${keyOf(day)}, ${table.name}: ${inDatabase} in the database, ${inClickHouse} in ClickHouse`
  const copiedByKey = new Map(copied.map((day) => [keyOf(day), day]))
  const differences = stored.flatMap((day) => {
    const copiedDay = copiedByKey.get(keyOf(day))
    copiedByKey.delete(keyOf(day))
    return copiedDay && hasEqualFigures(table, day, copiedDay)
      ? []
      : [differenceText(day, day.rows, copiedDay?.rows ?? 0)]
  })
  return [...differences, ...[...copiedByKey.values()].map((day) => differenceText(day, 0, day.rows))]
}

const hasEqualFigures = ({ figures }: CopiedTable, a: Day, b: Day): boolean =>
  ['rows', ...figures.exact].every((figure) => Number(a[figure]) === Number(b[figure])) &&
  figures.rounded.every((figure) => {
    const [storedFigure, copiedFigure] = [Number(a[figure]), Number(b[figure])]
    return Math.abs(storedFigure - copiedFigure) <= sumTolerance * Math.max(1, Math.abs(storedFigure))
  })

/** Times that callers send may lie outside the range of dates. */
function dateOf(day: number): string {
  const date = new Date(day * 86_400_000)
  return Number.isNaN(date.getTime()) ? `day ${day}` : date.toISOString().slice(0, 10)
}
