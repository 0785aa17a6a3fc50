import { Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import { enqueue, type SheetImportRow, type SheetRow, type Tx } from '../../db/index.ts'
import type { JobHandler, Lease } from '../../jobs/index.ts'
import { loadForChange, updateSheetRow } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { addBatch, refuseTooManyRows } from './add-batch.ts'
import { ensureColumns } from './ensure-columns.ts'
import { ImportFailure } from './import-failure.ts'
import {
  findImport,
  findSheetOfImport,
  type ImportKey,
  updateOpenImport,
  updatingOpenImport,
} from './import-queries.ts'
import { serializeRows } from './serialize-rows.ts'
import type { ImportSource } from './source.ts'
import { sourceOf } from './source-of.ts'

export const importJob = 'sheet-import'

/** Runs an import. Its progress is written in the transaction of the rows, so a retry continues after them. */
export const importSheets = (context: Context): JobHandler => ({
  kind: importJob,
  async run(lease) {
    const key = lease.payload as ImportKey
    try {
      await importRows(context, lease, key)
    } catch (error) {
      if (!(error instanceof ImportFailure || error instanceof Refusal)) throw error
      await lease.commit((tx) => endImport(context, tx, lease.workspace, key, error.message))
    }
    return { kind: 'done' }
  },
  failed: (tx, { workspace, payload }) =>
    endImport(
      context,
      tx,
      workspace,
      payload as ImportKey,
      'The import failed because of an internal error.',
    ),
})

async function importRows(context: Context, lease: Lease, key: ImportKey) {
  const { workspace } = lease
  const row = await findImport(context.store.db, workspace, key)
  if (!row || (row.status !== 'pending' && row.status !== 'running')) return
  const sheet = await findSheetOfImport(context.store.db, row)
  const source = sourceOf(context, row)
  const plan: StoredPlan =
    row.rows_total === null ? await survey(context, lease, row, source, sheet) : JSON.parse(row.plan)
  const { columns = [] } = plan
  let added = row.rows_added
  const address = { table_id: row.table_id, sheet_id: sheet.id }
  for await (const batch of source.batches(plan, added)) {
    lease.signal.throwIfAborted()
    const serialized = await serializeRows(columns, batch.rows)
    added = await lease.commit(async (tx) => {
      const now = context.now()
      const rows_added = added + batch.rows.length
      const loaded = await loadForChange(tx, workspace, address, now)
      await addBatch(tx, context.store.dialect, loaded, batch, serialized, row)
      await enqueue(tx, updatingOpenImport(tx, workspace, key, { rows_added, updated_at: now }))
      return rows_added
    })
  }
  await lease.commit((tx) => endImport(context, tx, workspace, key, null))
}

/** The plan of a source, with the numbers of its columns. Imports that an older version started have no numbers. */
interface StoredPlan {
  readonly columns?: readonly number[]
}

/** Reads the whole source before the first write, and then creates the columns, even if there are no rows. */
async function survey(
  context: Context,
  lease: Lease,
  row: SheetImportRow,
  source: ImportSource,
  sheet: SheetRow,
): Promise<StoredPlan> {
  const { workspace } = lease
  const change = { status: 'running', updated_at: context.now() } as const
  await lease.commit((tx) => updateOpenImport(tx, workspace, row, change))
  const { rows, titles, plan } = await source.survey(JSON.parse(row.plan))
  refuseTooManyRows(sheet.row_count + rows)
  return lease.commit(async (tx) => {
    const now = context.now()
    const address = { table_id: row.table_id, sheet_id: sheet.id }
    const loaded = await loadForChange(tx, workspace, address, now)
    const { columns } = await ensureColumns(tx, loaded, titles, [], row)
    const storedPlan = { ...(plan as object), columns: columns.map(({ number }) => number) }
    const change = { rows_total: rows, plan: JSON.stringify(storedPlan), updated_at: now }
    await updateOpenImport(tx, workspace, row, change)
    return storedPlan
  })
}

/** Ends an active import. If a sheet was created for it and is still empty, the sheet is deleted. */
export async function endImport(
  context: Pick<Context, 'uploads' | 'now'>,
  tx: Tx,
  workspace: WorkspaceId,
  key: ImportKey,
  failure: string | null,
): Promise<void> {
  const row = await closeImport(context, tx, workspace, key, failure)
  if (!row || failure === null || row.makes_sheet === 0 || row.rows_added > 0) return
  const time = context.now()
  await updateSheetRow(
    tx,
    { workspace_id: workspace, number: row.sheet },
    { deleted_at: time, updated_at: time },
  )
}

/** Marks an import as ended; undefined if it had ended. */
export async function closeImport(
  { uploads, now }: Pick<Context, 'uploads' | 'now'>,
  tx: Tx,
  workspace: WorkspaceId,
  key: ImportKey,
  failure: string | null,
): Promise<SheetImportRow | undefined> {
  const row = await findImport(tx, workspace, key)
  const status = failure === null ? 'completed' : 'failed'
  const change = { status, failure, upload_id: null, updated_at: now() } as const
  if (!row || !(await updateOpenImport(tx, workspace, key, change))) return undefined
  if (row.upload_id !== null) await uploads.remove(tx, workspace, row.upload_id)
  return row
}
