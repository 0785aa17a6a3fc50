import { randomUUIDv7 } from 'node:crypto'
import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import type { TableRow, Tx } from '../../db/index.ts'
import { checkFolder } from '../../folders/index.ts'
import type { Handler } from '../../http/handler.ts'
import { preloadCalls } from '../../template-runs/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { noTable } from '../storage/absent.ts'
import { readCursor } from '../storage/cursor.ts'
import { getTable } from '../storage/get-table.ts'
import { pageOf } from '../storage/page.ts'
import { presentSheet, presentTable, presentTableDetail } from '../storage/present.ts'
import { selectSheetsByNumber, selectSheetsOf } from '../storage/sheet-queries.ts'
import {
  changeTable,
  countTables,
  insertTable,
  selectTables,
  selectTitlesBeginning,
} from '../storage/table-queries.ts'
import { createFirstSheet } from './create-sheet.ts'
import { sheetsRunning } from './prompt-filter.ts'

export const createTable: Handler<'createTable'> = async (context, { caller, body, userAgent }) => {
  const { store, now } = context
  preloadCalls(context)
  return store.transact(async (tx) => {
    const { workspace } = caller
    const folder = body.folder_id ?? null
    if (folder !== null) await checkFolder(tx, workspace, folder)
    const time = now()
    const table: TableRow = {
      workspace_id: workspace,
      id: randomUUIDv7(),
      title: body.title ?? (await untitled(tx, workspace)),
      folder_id: folder,
      created_at: time,
      updated_at: time,
      deleted_at: null,
    }
    await insertTable(tx, table)
    const sheet = body.create_default_sheet ? await createFirstSheet(store, tx, table, userAgent, time) : null
    return {
      success: true as const,
      message: 'The table was created.',
      table: presentTableDetail(table, sheet ? [sheet] : []),
      default_sheet: sheet && presentSheet(sheet),
    }
  })
}

async function untitled(tx: Tx, workspace: WorkspaceId): Promise<string> {
  const base = 'Untitled Table'
  return unusedTitle(base, await selectTitlesBeginning(tx, workspace, base))
}

export const listTables: Handler<'listTables'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const db = store.scan
  const { folder_id, name, prompt_id, prompt_version_id, prompt_label_id, order, limit } = query
  const scope = ['tables', order, folder_id, name, prompt_id, prompt_version_id, prompt_label_id]
  const after = readCursor(scope, query.cursor)
  const running = await sheetsRunning(db, workspace, query)
  const tableIds =
    running && (await selectSheetsByNumber(db, workspace, running)).map((sheet) => sheet.table_id)
  const filter = { folder: folder_id, name, tableIds }
  const [tables, total] = await Promise.all([
    selectTables(db, workspace, filter, {
      after: after === null ? null : String(after),
      order,
      limit: limit + 1,
    }),
    countTables(db, workspace, filter),
  ])
  const sheets = await selectSheetsOf(
    db,
    workspace,
    tables.map(({ id }) => id),
  )
  const byTable = Map.groupBy(sheets, (sheet) => sheet.table_id)
  const page = pageOf(
    tables,
    limit,
    scope,
    ({ id }) => id,
    (table) => presentTable(table, byTable.get(table.id) ?? []),
  )
  return { ...page, total }
}

export const readTable: Handler<'readTable'> = async ({ store }, { caller, params }) => {
  const table = await getTable(store.db, caller.workspace, params.table_id)
  const sheets = await selectSheetsOf(store.db, caller.workspace, [table.id])
  return { success: true as const, table: presentTableDetail(table, sheets) }
}

export const updateTable: Handler<'updateTable'> = async ({ store, now }, { caller, params, body }) =>
  store.transact(async (tx) => {
    const { workspace } = caller
    const { title, folder_id: folder } = body
    if (folder != null) await checkFolder(tx, workspace, folder)
    const table = await changeTable(tx, workspace, params.table_id.toLowerCase(), {
      ...(title != null && { title }),
      ...(folder !== undefined && { folder_id: folder }),
      updated_at: now(),
    })
    if (!table) throw noTable()
    const sheets = await selectSheetsOf(tx, workspace, [table.id])
    return { success: true as const, table: presentTableDetail(table, sheets) }
  })
