import type { Body, Endpoints } from '../../../contract/index.ts'
import { badField } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import type { SheetImportRow, SheetRow } from '../../db/index.ts'
import { nameOf } from '../../http/caller.ts'
import { Answer, type Call } from '../../http/handler.ts'
import { addSheet, lockTable } from '../../sheets/index.ts'
import { presentSheet } from '../../sheets/storage/index.ts'
import { readHeader } from './csv-source.ts'
import { findSheetOfImport } from './import-queries.ts'
import { presentStart } from './present-import.ts'
import { refusingFailures } from './refusing-failures.ts'
import { sheetRequestPlan } from './sheet-request-plan.ts'
import { isCsv, isJson } from './source-of.ts'
import { earlierImport, type ImportRequest, retryDuplicate, startImport } from './start-import.ts'

type CreateSheet = Endpoints['createSheet']
type Source = NonNullable<Body<CreateSheet>['source']>

/** Creates a sheet with the columns of the file. The import adds the rows. */
export async function createImportedSheet(context: Context, call: Call<CreateSheet>, source: Source) {
  const { store, now, jobs } = context
  const { caller, params, body } = call
  const table_id = params.table_id.toLowerCase()
  const { usualTitle, titles, ...options } = await readSource(context, call, source)
  const request: ImportRequest = {
    ...options,
    table: table_id,
    operation: body.operation_id,
    author: nameOf(caller.actor),
    request: ['sheet', body.title ?? null, body.index ?? null, options.request],
  }
  const row = await retryDuplicate(store, () =>
    store.transact(async (tx) => {
      const time = now()
      const table = await lockTable(tx, caller.workspace, table_id, time)
      const earlier = await earlierImport(tx, caller.workspace, request)
      if (earlier) return earlier
      const { title, index } = body
      const sheet = { title, index, usualTitle, columns: titles, withRow: false }
      return startImport(context, tx, await addSheet(store, tx, table, sheet, time), request, true, time)
    }),
  )
  jobs.wake()
  return answerOf(row, await findSheetOfImport(store.db, row))
}

function answerOf(row: SheetImportRow, sheet: SheetRow) {
  const { success, message, operation_id, operation } = presentStart(row, sheet)
  return new Answer(202, { success, message, operation_id, operation, sheet: presentSheet(sheet) })
}

interface ReadSource extends Omit<ImportRequest, 'table' | 'operation' | 'author'> {
  readonly usualTitle: string
  /** The titles of the columns, if they are known already. */
  readonly titles: readonly string[]
}

async function readSource(
  { uploads, store }: Context,
  { caller, file }: Call<CreateSheet>,
  source: Source,
): Promise<ReadSource> {
  if (source.type === 'request_logs') {
    const plan = await sheetRequestPlan(store, caller.workspace, source)
    const options = { source: 'request_logs', fileName: null, file: null, plan, request: plan } as const
    return { ...options, usualTitle: 'Request Logs', titles: [] }
  }
  const { file_name: fileName } = source
  if (!isCsv(fileName) && !isJson(fileName))
    throw badField('source.file_name', 'source.file_name: must end in .csv or .json.')
  const titles = isCsv(fileName)
    ? await refusingFailures(() => readHeader(() => uploads.read(caller.workspace, file!.id)))
    : []
  const request = ['file', fileName, file!.digest]
  return { source: 'file', fileName, file, plan: { titles }, request, usualTitle: fileName, titles }
}
