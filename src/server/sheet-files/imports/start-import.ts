import { hash, randomUUID } from 'node:crypto'
import type { Endpoints } from '../../../contract/index.ts'
import { badField, Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import type { SheetImportRow, SheetRow, Store, Tx } from '../../db/index.ts'
import { nameOf } from '../../http/caller.ts'
import type { Call } from '../../http/handler.ts'
import type { Uploaded } from '../../http/upload-target.ts'
import { getSheet } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { findImport, findOpenImport, findSheetOfImport, insertImport } from './import-queries.ts'
import { presentStart } from './present-import.ts'
import { importJob } from './run-import.ts'

export interface ImportRequest {
  readonly table: string
  /** The id that the client chose. */
  readonly operation: string | null | undefined
  readonly source: SheetImportRow['source']
  readonly fileName: string | null
  readonly file: Uploaded | null
  readonly plan: unknown
  /** The person or API key that starts the import. */
  readonly author: string
  /** The body of the call, to recognise a retry. */
  readonly request: unknown
}

/** The operation with the client's id, if there is one. @throws Refusal if it was started by another body. */
export async function earlierImport(
  tx: Tx,
  workspace: WorkspaceId,
  { table, operation, request }: ImportRequest,
): Promise<SheetImportRow | undefined> {
  if (operation == null) return undefined
  const row = await findImport(tx, workspace, { table_id: table, id: operation })
  if (row && row.fingerprint !== fingerprintOf(request))
    throw badField('operation_id', 'operation_id: another import of this table has this id.')
  return row
}

/** Starts an import in the caller's transaction. The caller must wake the job workers after the commit. */
export async function startImport(
  { jobs, uploads }: Pick<Context, 'jobs' | 'uploads'>,
  tx: Tx,
  sheet: SheetRow,
  request: ImportRequest,
  makesSheet: boolean,
  now: number,
): Promise<SheetImportRow> {
  const workspace = sheet.workspace_id as WorkspaceId
  const open = await findOpenImport(tx, sheet)
  if (open)
    throw new Refusal('bad_request', `Import "${open.id}" into this sheet is under way; wait for its end.`)
  const row: SheetImportRow = {
    workspace_id: workspace,
    table_id: request.table,
    id: request.operation ?? randomUUID(),
    sheet: sheet.number,
    run: randomUUID(),
    source: request.source,
    makes_sheet: makesSheet ? 1 : 0,
    status: 'pending',
    fingerprint: fingerprintOf(request.request),
    file_name: request.fileName,
    upload_id: request.file?.id ?? null,
    plan: JSON.stringify(request.plan),
    rows_total: null,
    rows_added: 0,
    failure: null,
    created_by: request.author,
    created_at: now,
    updated_at: now,
  }
  await insertImport(tx, row)
  if (request.file) await uploads.keep(tx, workspace, request.file)
  const payload = { table_id: row.table_id, id: row.id }
  await jobs.enqueue(tx, workspace, [{ kind: importJob, run: row.run, turn: 0, payload }])
  return row
}

/** The source of an import into an existing sheet. */
interface ImportSource extends Pick<ImportRequest, 'source' | 'fileName' | 'file' | 'plan'> {
  /** The parts of the body that identify a retry. */
  readonly identity: readonly unknown[]
  /** Refuses a sheet that cannot have the rows. */
  readonly check?: (tx: Tx, sheet: SheetRow) => Promise<void>
}

/** Starts the import, or finds the one that the call's operation id started earlier. */
export async function importIntoSheet(
  context: Context,
  { caller, params, body }: Call<Endpoints['importFile']> | Call<Endpoints['importRequestLogs']>,
  { identity, check, ...source }: ImportSource,
) {
  const { store, jobs, now } = context
  const { workspace } = caller
  const row = await retryDuplicate(store, () =>
    store.transact(async (tx) => {
      const sheet = await getSheet(tx, workspace, params)
      const request: ImportRequest = {
        ...source,
        table: sheet.table_id,
        operation: body.operation_id,
        author: nameOf(caller.actor),
        request: [source.source, sheet.id, ...identity],
      }
      const earlier = await earlierImport(tx, workspace, request)
      if (earlier) return earlier
      await check?.(tx, sheet)
      return startImport(context, tx, sheet, request, false, now())
    }),
  )
  jobs.wake()
  return presentStart(row, await findSheetOfImport(store.db, row))
}

/** Tries again after a unique violation, which means that a concurrent call used the same id or sheet first. */
export async function retryDuplicate<T>({ isDuplicate }: Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return work()
  }
}

const fingerprintOf = (request: unknown): string => hash('sha256', JSON.stringify(request), 'base64url')
