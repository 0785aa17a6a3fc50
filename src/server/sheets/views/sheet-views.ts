/** Saved views of sheets: filter, order, grouping and hidden columns, shared by the workspace. */

import type { Body, Endpoints } from '../../../contract/index.ts'
import type { Database, SheetViewRow, Tx } from '../../db/index.ts'
import type { Handlers } from '../../http/handler.ts'
import { presentView, savedViews } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { conditionsOf, queriedColumn } from '../rows/conditions-of.ts'
import { selectColumns } from '../storage/column-queries.ts'
import { getSheet } from '../storage/load-sheet.ts'

type Query = Body<Endpoints['createSheetView']>['query']

const views = savedViews({
  table: 'sheet_views',
  ids: 'sheet_view_ids',
  scopeOf: ({ sheet }) => ({ sheet }),
  check: (query, { sheet }, db, workspace) => checkQuery(db, workspace, sheet, query as Query),
})

/** @throws Refusal 'invalid' at the field whose column the sheet does not have. */
async function checkQuery(db: Database | Tx, workspace: WorkspaceId, sheet: number, query: Query) {
  const columns = await selectColumns(db, workspace, [sheet])
  const at = ['body', 'query']
  conditionsOf(columns, query.filters, at)
  if (query.sort) queriedColumn(columns, query.sort.column_id, ...at, 'sort', 'column_id')
  if (query.group_by !== null) queriedColumn(columns, query.group_by, ...at, 'group_by')
  for (const [index, id] of query.hidden_column_ids.entries())
    queriedColumn(columns, id, ...at, 'hidden_column_ids', index)
}

function present(row: SheetViewRow) {
  const { id, name, query, created_at, updated_at } = presentView(row)
  return { id, name, query: query as Query, created_at, updated_at }
}

const answer = (row: SheetViewRow) => ({ success: true as const, sheet_view: present(row) })

export const sheetViewHandlers = {
  async listSheetViews(context, { caller, params }) {
    const sheet = await getSheet(context.store.db, caller.workspace, params)
    const rows = await views.list(context, caller.workspace, { sheet: sheet.number })
    return { success: true as const, sheet_views: rows.map(present) }
  },

  async createSheetView(context, { caller, params, body }) {
    const sheet = await getSheet(context.store.db, caller.workspace, params)
    const saved = { ...body, since_hours: null, columns: null }
    return answer(await views.create(context, caller.workspace, saved, { sheet: sheet.number }))
  },

  async updateSheetView(context, { caller, params, body }) {
    const sheet = await getSheet(context.store.db, caller.workspace, params)
    const scope = { sheet: sheet.number }
    return answer(await views.update(context, caller.workspace, params.sheet_view_id, body, scope))
  },

  async deleteSheetView(context, { caller, params }) {
    const sheet = await getSheet(context.store.db, caller.workspace, params)
    return views.remove(context, caller.workspace, params.sheet_view_id, { sheet: sheet.number })
  },
} satisfies Partial<Handlers>
