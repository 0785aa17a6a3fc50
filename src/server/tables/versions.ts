import type { Json } from '../../engine/columns/json.ts'
import type { Database, SheetRow, SheetVersionRow } from '../db/index.ts'
import { displayOf } from '../files/index.ts'
import { nameOf } from '../http/caller.ts'
import { type Handler, StreamedJson } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { noVersion } from './absent.ts'
import { changesBetween, compareVersions } from './compare-versions.ts'
import { cellsAt, columnsAt, rowsAt } from './content-queries.ts'
import { readCursor } from './cursor.ts'
import { rowsBehind } from './exports/snapshot-queries.ts'
import { firstRows, fullPage, mostRowsAtOnce, pieceSize, rowsThatFit } from './full-page.ts'
import { closeImport } from './imports/run-import.ts'
import { stopImport } from './imports/stop-import.ts'
import { getSheet, loadForChange } from './load-sheet.ts'
import { pageOf } from './page.ts'
import { presentColumn } from './present.ts'
import { restoreVersion } from './restore-version.ts'
import { endRuns, stopRuns } from './runs/end-runs.ts'
import { saveVersion } from './save-version.ts'
import { scoresOfVersions, type VersionScore } from './scores/version-scores.ts'
import { readUuid } from './uuid.ts'
import { parseTexts } from './values.ts'
import { findVersionById, findVersionByNumber, selectVersions } from './version-queries.ts'

export const listSheetVersions: Handler<'listSheetVersions'> = async (
  { store },
  { caller, params, query },
) => {
  const sheet = await getSheet(store.db, caller.workspace, params)
  const { order, limit, sort } = query
  const scope = ['versions', sheet.id, sort, order]
  const after = readCursor(scope, query.cursor)
  const page = { after: after === null ? null : Number(after), order, limit: limit + 1 }
  const versions = await selectVersions(store.db, sheet, page)
  const scores = await scoresOfVersions(store.db, sheet, versions)
  return pageOf(
    versions,
    limit,
    scope,
    ({ number }) => number,
    (version) => presentVersion(sheet, version, scores.get(version.number)),
  )
}

export const createSheetVersion: Handler<'createSheetVersion'> = async (
  context,
  { caller, params, body },
) => {
  const { store, jobs, now } = context
  const { workspace } = caller
  const author = nameOf(caller.actor)
  const source_version_id = body.source_version_id ?? null
  if (source_version_id === null)
    return store.transact(async (tx) => {
      const { sheet } = await loadForChange(tx, workspace, params, now())
      const version = await saveVersion(tx, sheet, body.name!, { reason: 'saved' }, author)
      return { success: true as const, version: presentVersion(sheet, version) }
    })
  const { stopped, answer } = await store.transact(async (tx) => {
    const before = await getSheet(tx, workspace, params)
    const runs = await stopRuns(context, tx, before)
    const open = await stopImport(context, tx, before)
    const loaded = await loadForChange(tx, workspace, params, now())
    const source = await findVersionById(tx, loaded.sheet, source_version_id)
    if (!source) throw noVersion()
    const restored = await restoreVersion(tx, loaded, source)
    await endRuns(tx, runs, wasRestored, now())
    if (open) await closeImport(context, tx, workspace, open, wasRestored)
    const name =
      body.name ?? `Restored: ${source.name ?? `version ${source.number}`}`.slice(0, 255).toWellFormed()
    const version = await saveVersion(tx, restored, name, { reason: 'restored', source_version_id }, author)
    const stopped = [...runs.map(({ id }) => id), ...(open ? [open.run] : [])]
    return { stopped, answer: { success: true as const, version: presentVersion(restored, version) } }
  })
  for (const run of stopped) jobs.cancelled(run)
  return answer
}

const wasRestored = 'A version of the sheet was restored.'

export const readSheetVersion: Handler<'readSheetVersion'> = async ({ store }, { caller, params, query }) => {
  const db = store.scan
  const sheet = await getSheet(db, caller.workspace, params)
  const version = await getVersion(db, sheet, params.version_id)
  const previous = await findVersionByNumber(db, sheet, version.number - 1)
  const since = previous?.version_count ?? 0
  const scores = await scoresOfVersions(db, sheet, [version])
  const presented = presentVersion(sheet, version, scores.get(version.number))
  const { row_offset, row_limit } = query
  if (row_offset === undefined && row_limit === undefined) {
    const columns = await columnsAt(db, sheet, version.version_count)
    const changes = changesBetween(db, sheet, since, version.version_count)
    return new StreamedJson(versionText(db, sheet, version, presented, columns, changes))
  }
  const { deltas, isComplete } = await compareVersions(db, sheet, since, version.version_count)
  const page = { offset: row_offset ?? 0, limit: row_limit ?? mostRowsAtOnce }
  return {
    success: true as const,
    version: {
      ...presented,
      metadata: { ...presented.metadata, deltas_complete: isComplete },
      deltas: [...deltas],
      snapshot: await snapshotOf(db, sheet, version, page),
    },
  }
}

export const diffSheetVersions: Handler<'diffSheetVersions'> = async ({ store }, { caller, params }) => {
  const db = store.scan
  const sheet = await getSheet(db, caller.workspace, params)
  const from = await getVersion(db, sheet, params.version_id)
  const to = await getVersion(db, sheet, params.other_version_id)
  const { deltas, isComplete } = await compareVersions(db, sheet, from.version_count, to.version_count)
  return {
    success: true as const,
    from_version_number: from.number,
    to_version_number: to.number,
    deltas: [...deltas],
    is_complete: isComplete,
  }
}

async function getVersion(db: Database, sheet: SheetRow, id: string): Promise<SheetVersionRow> {
  const known = readUuid(id)
  const version = known && (await findVersionById(db, sheet, known))
  if (!version) throw noVersion()
  return version
}

const unscored: VersionScore = { score: {}, score_configuration: null }

function presentVersion(sheet: SheetRow, version: SheetVersionRow, scored: VersionScore = unscored) {
  const metadata = JSON.parse(version.metadata) as Record<string, unknown>
  return {
    id: version.id,
    sheet_id: sheet.id,
    version_number: version.number,
    name: version.name,
    created_by: version.created_by,
    created_at: isoTime(version.created_at),
    metadata: { ...metadata, version_count: version.version_count, row_count: version.row_count },
    deltas: [] as Record<string, unknown>[],
    snapshot: {} as Record<string, unknown>,
    score: scored.score,
    score_configuration: scored.score_configuration,
  }
}

type ColumnsThen = Awaited<ReturnType<typeof columnsAt>>

/** The whole answer, in pieces. */
async function* versionText(
  db: Database,
  sheet: SheetRow,
  version: SheetVersionRow,
  { deltas: _deltas, snapshot: _snapshot, ...presented }: ReturnType<typeof presentVersion>,
  columns: ColumnsThen,
  changes: ReturnType<typeof changesBetween>,
): AsyncGenerator<string> {
  const metadata = { ...presented.metadata, deltas_complete: true }
  yield `{"success":true,"version":${open({ ...presented, metadata })},"deltas":[`
  let comma = ''
  for await (const some of changes) {
    if (some.length === 0) continue
    yield `${comma}${some.map(({ event }) => JSON.stringify(event)).join(',')}`
    comma = ','
  }
  yield `],"snapshot":${open(snapshotHead(sheet, version, columns, 0))},"rows":[`
  comma = ''
  for await (const rows of wholeSnapshot(db, sheet, version.version_count, columns)) {
    yield `${comma}${rows.map((row) => JSON.stringify(row)).join(',')}`
    comma = ','
  }
  yield ']}}}'
}

/** An object as JSON to which more fields are written. */
const open = (object: object): string => JSON.stringify(object).slice(0, -1)

const snapshotHead = (sheet: SheetRow, version: SheetVersionRow, columns: ColumnsThen, offset: number) => ({
  title: sheet.title,
  row_count: version.row_count,
  row_offset: offset,
  columns: columns.map((column) => presentColumn(column, sheet)),
})

interface RowPage {
  readonly offset: number
  readonly limit: number
}

/** The sheet as it was, with a part of its rows. */
async function snapshotOf(db: Database, sheet: SheetRow, version: SheetVersionRow, page: RowPage) {
  const columns = await columnsAt(db, sheet, version.version_count)
  return {
    ...snapshotHead(sheet, version, columns, page.offset),
    rows: await snapshotRows(db, sheet, version.version_count, columns, page),
  }
}

interface ShownRow {
  readonly row_index: number
  readonly cells: Readonly<Record<string, unknown>>
}

/** Fewer than the limit where they are large; the next ones are read with another offset. */
async function snapshotRows(
  db: Database,
  sheet: SheetRow,
  at: number,
  columns: ColumnsThen,
  { offset, limit }: RowPage,
) {
  const shown: ShownRow[] = []
  let size = 0
  for (let count = Math.min(firstRows, limit); shown.length < limit && size < fullPage; ) {
    const rows = await rowsAt(db, sheet, at, offset + shown.length, count)
    for (const row of await shownRows(db, sheet, at, columns, rows, offset + shown.length)) {
      if (size >= fullPage) break
      size += row.size
      shown.push(row.shown)
    }
    if (rows.length < count) break
    count = rowsThatFit(fullPage - size, shown.length, size, limit - shown.length)
  }
  return shown
}

/** All rows, some at a time. */
async function* wholeSnapshot(
  db: Database,
  sheet: SheetRow,
  at: number,
  columns: ColumnsThen,
): AsyncGenerator<readonly ShownRow[]> {
  let [position, index, count] = [-1, 0, firstRows]
  for (;;) {
    const rows = await rowsBehind(db, sheet, at, position, count)
    const last = rows.at(-1)
    if (!last) return
    const shown = await shownRows(db, sheet, at, columns, rows, index)
    yield shown.map((row) => row.shown)
    if (rows.length < count) return
    position = last.position
    index += rows.length
    const size = shown.reduce((sum, row) => sum + row.size, 0)
    count = rowsThatFit(pieceSize, rows.length, size, mostRowsAtOnce)
  }
}

/** Rows with their cells, and the characters of what is in each, about. */
async function shownRows(
  db: Database,
  sheet: SheetRow,
  at: number,
  columns: ColumnsThen,
  rows: readonly { readonly id: number; readonly texts: string }[],
  firstIndex: number,
) {
  const idOf = new Map(columns.map((column) => [column.number, column.id]))
  const ids = rows.map(({ id }) => id)
  const computed = Map.groupBy(await cellsAt(db, sheet, at, ids), ({ row_id }) => row_id)
  return rows.map(({ id, texts }, place) => {
    const cells: Record<string, unknown> = {}
    let size = texts.length
    for (const [number, value] of Object.entries(parseTexts(texts)))
      show(cells, idOf.get(Number(number)), 'COMPLETED', value, null)
    for (const cell of computed.get(id) ?? []) {
      const value = cell.value === null ? null : (JSON.parse(cell.value) as Json)
      show(cells, idOf.get(cell.column_number), statusAt(cell, at), value, cell.error)
      size += cell.value?.length ?? 0
    }
    return { shown: { row_index: firstIndex + place, cells }, size }
  })
}

function show(
  cells: Record<string, unknown>,
  column: string | undefined,
  status: string,
  value: Json,
  error: string | null,
) {
  if (column === undefined) return
  cells[column] = {
    status,
    value: value === null ? null : { value },
    display_value: displayOf(value),
    error_message: error === null ? null : (JSON.parse(error) as { message: string }).message,
  }
}

function statusAt({ error, stale_since }: { error: string | null; stale_since: number | null }, at: number) {
  if (stale_since !== null && stale_since <= at) return 'STALE'
  return error === null ? 'COMPLETED' : 'FAILED'
}
