import type { SheetRow, SheetVersionRow } from '../../db/index.ts'
import { listText, openObject, StreamedJson } from '../../http/body/streamed-json.ts'
import { nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { maxRowsPerRead } from '../cells/full-page.ts'
import type { SheetPorts, VersionScore } from '../ports.ts'
import { columnsAt } from '../storage/content-queries.ts'
import { readCursor } from '../storage/cursor.ts'
import { getSheet, loadForChange } from '../storage/load-sheet.ts'
import { pageOf } from '../storage/page.ts'
import { saveVersion } from '../storage/save-version.ts'
import { findVersionByNumber, selectVersions } from '../storage/version-queries.ts'
import { changesBetween, compareVersions } from './compare-versions.ts'
import { getVersion } from './get-version.ts'
import { restoreVersion } from './restore-version.ts'
import { allRows, pageOfRows, rowOfCell, type Snapshot, snapshotHead } from './version-snapshot.ts'

export const listSheetVersions =
  ({ scoring }: SheetPorts): Handler<'listSheetVersions'> =>
  async ({ store }, { caller, params, query }) => {
    const sheet = await getSheet(store.db, caller.workspace, params)
    const { order, limit, sort } = query
    const scope = ['versions', sheet.id, sort, order]
    const after = readCursor(scope, query.cursor)
    const page = { after: after === null ? null : Number(after), order, limit: limit + 1 }
    const versions = await selectVersions(store.db, sheet, page)
    const scores = await scoring.ofVersions(store.db, sheet, versions)
    return pageOf(
      versions,
      limit,
      scope,
      ({ number }) => number,
      (version) => presentVersion(sheet, version, scores.get(version.number)),
    )
  }

export const createSheetVersion =
  ({ runs, imports }: SheetPorts): Handler<'createSheetVersion'> =>
  async (context, { caller, params, body }) => {
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
      const current = await getSheet(tx, workspace, params)
      const stopped = [await runs.stop(context, tx, current), await imports.stop(context, tx, current)]
      const loaded = await loadForChange(tx, workspace, params, now())
      const source = await getVersion(tx, loaded.sheet, source_version_id)
      const restored = await restoreVersion(tx, loaded, source)
      for (const work of stopped) await work.end('A version of the sheet was restored.')
      const name =
        body.name ?? `Restored: ${source.name ?? `version ${source.number}`}`.slice(0, 255).toWellFormed()
      const version = await saveVersion(tx, restored, name, { reason: 'restored', source_version_id }, author)
      return { stopped, answer: { success: true as const, version: presentVersion(restored, version) } }
    })
    for (const run of stopped.flatMap((work) => work.runs)) jobs.cancelled(run)
    return answer
  }

export const readSheetVersion =
  ({ scoring }: SheetPorts): Handler<'readSheetVersion'> =>
  async ({ store }, { caller, params, query }) => {
    const db = store.scan
    const sheet = await getSheet(db, caller.workspace, params)
    const version = await getVersion(db, sheet, params.version_id)
    const previous = await findVersionByNumber(db, sheet, version.number - 1)
    const since = previous?.version_count ?? 0
    const scores = await scoring.ofVersions(db, sheet, [version])
    const columns = await columnsAt(db, sheet, version.version_count)
    const snapshot = { db, sheet, version, columns }
    const presented = presentVersion(sheet, version, scores.get(version.number))
    const { row_offset, row_limit, row_of_cell } = query
    if (row_of_cell !== undefined) {
      const { index, rows } = await rowOfCell(snapshot, row_of_cell)
      const metadata = { ...presented.metadata, deltas_complete: false }
      return {
        success: true as const,
        version: { ...presented, metadata, snapshot: { ...snapshotHead(snapshot, index), rows } },
      }
    }
    if (row_offset === undefined && row_limit === undefined)
      return new StreamedJson(versionText(presented, snapshot, since))
    const { deltas, isComplete } = await compareVersions(db, sheet, since, version.version_count)
    const page = { offset: row_offset ?? 0, limit: row_limit ?? maxRowsPerRead }
    return {
      success: true as const,
      version: {
        ...presented,
        metadata: { ...presented.metadata, deltas_complete: isComplete },
        deltas,
        snapshot: { ...snapshotHead(snapshot, page.offset), rows: await pageOfRows(snapshot, page) },
      },
    }
  }

/** Yields the text of a version with all changes and rows. */
async function* versionText(
  { deltas: _deltas, snapshot: _snapshot, ...presented }: ReturnType<typeof presentVersion>,
  snapshot: Snapshot,
  since: number,
): AsyncGenerator<string> {
  const { db, sheet, version } = snapshot
  const metadata = { ...presented.metadata, deltas_complete: true }
  yield `{"success":true,"version":${openObject({ ...presented, metadata })}"deltas":`
  yield* listText(changesBetween(db, sheet, since, version.version_count))
  yield `,"snapshot":${openObject(snapshotHead(snapshot, 0))}"rows":`
  yield* listText(allRows(snapshot))
  yield '}}}'
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
    deltas,
    is_complete: isComplete,
  }
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
