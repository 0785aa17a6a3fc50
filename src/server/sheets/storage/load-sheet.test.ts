import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptySheet, SheetClient, tablesPath } from '../../../../test/journeys/support/tables.ts'
import { bodyOf } from '../../../../test/kit/api.ts'
import { startApp } from '../../../../test/kit/app.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { loadSheet } from './load-sheet.ts'

/** The queries that load a sheet with a linked one, and one more. */
const queries = 6

test('a sheet whose table is deleted and restored meanwhile has all its linked sheets, or is not found', async (context) => {
  const app = await startApp()
  context.after(() => app.close())
  const { store } = app.context
  const { api, id } = await app.newWorkspace()
  const sheet = await emptySheet(api)
  const { sheet: second } = bodyOf(await api.post(`${tablesPath}/${sheet.table}/sheets`, {}), 201)
  const [column] = await new SheetClient(api, sheet.table, second.id).columns()
  await sheet.column('shown', 'COMPOSITION', { column_id: column.id })
  const remove = async () => bodyOf(await api.delete(`${tablesPath}/${sheet.table}`))
  const restore = async () =>
    bodyOf(await api.post(`/api/public/v2/deleted-tables/${sheet.table}/restore`, {}))

  /** Loads the sheet. Deletes the table after one query, and restores it after the same or a later one. */
  async function loadBeside(deletedAfter: number, restoredAfter: number) {
    let count = 0
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        count++
        if (count === deletedAfter) await remove()
        if (count === restoredAfter) await restore()
        return result
      },
    })
    const address = { table_id: sheet.table, sheet_id: sheet.id }
    const loaded = await loadSheet(db, id as WorkspaceId, address).catch((error: unknown) => {
      assert.match(String(error), /There is no such sheet/)
      return null
    })
    await restore()
    return loaded?.sheets.size ?? null
  }

  for (let deletedAfter = 1; deletedAfter <= queries; deletedAfter++)
    for (let restoredAfter = deletedAfter; restoredAfter <= queries; restoredAfter++) {
      const size = await loadBeside(deletedAfter, restoredAfter)
      assert.ok(size === 2 || size === null, `${deletedAfter}, ${restoredAfter}: ${size} sheets`)
    }
})
