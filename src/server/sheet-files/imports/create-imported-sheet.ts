import type { Body, Endpoints } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import type { SheetImportRow, SheetRow, TableRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { Answer, type Call } from '../../http/handler.ts'
import {
  changeTable,
  insertColumns,
  insertSheet,
  moveSheet,
  newSheet,
  noTable,
  presentSheet,
  selectSheetsOf,
  textColumnsOf,
  unusedTitle,
} from '../../sheets/index.ts'
import { readHeader } from './csv-source.ts'
import { presentStart } from './import-file.ts'
import { findSheetOfImport } from './import-queries.ts'
import { refusingFailures } from './refusing-failures.ts'
import { sheetRequestPlan } from './sheet-request-plan.ts'
import { isCsv, isJson } from './source-of.ts'
import { earlierImport, retryDuplicate, startImport, type WantedImport } from './start-import.ts'

type CreateSheet = Endpoints['createSheet']
type Source = NonNullable<Body<CreateSheet>['source']>

/** Creates a sheet with the file's columns; the import adds the rows. */
export async function createImportedSheet(context: Context, call: Call<CreateSheet>, source: Source) {
  const { store, now, jobs } = context
  const { caller, params, body } = call
  const table_id = params.table_id.toLowerCase()
  const { usualTitle, titles, ...options } = await readSource(context, call, source)
  const wanted: WantedImport = {
    ...options,
    table: table_id,
    operation: body.operation_id,
    request: ['sheet', body.title ?? null, body.index ?? null, options.request],
  }
  const row = await retryDuplicate(store, () =>
    store.transact(async (tx) => {
      const time = now()
      const table = await changeTable(tx, caller.workspace, table_id, { updated_at: time })
      if (!table) throw noTable()
      const earlier = await earlierImport(tx, caller.workspace, wanted)
      if (earlier) return earlier
      const sheet = await createSheetWith(context, tx, table, { ...body, usualTitle, titles }, time)
      return startImport(context, tx, sheet, wanted, true, time)
    }),
  )
  jobs.wake()
  return answerOf(row, await findSheetOfImport(store.db, row))
}

function answerOf(row: SheetImportRow, sheet: SheetRow) {
  const { success, message, operation_id, operation } = presentStart(row, sheet)
  return new Answer(202, { success, message, operation_id, operation, sheet: presentSheet(sheet) })
}

interface ReadSource extends Omit<WantedImport, 'table' | 'operation'> {
  readonly usualTitle: string
  /** Titles of the columns, if already known. */
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
    throw new Refusal('bad_request', 'source.file_name: must end in .csv or .json.', {
      field: 'source.file_name',
    })
  const titles = isCsv(fileName)
    ? await refusingFailures(() => readHeader(() => uploads.read(caller.workspace, file!.id)))
    : []
  const request = ['file', fileName, file!.digest]
  return { source: 'file', fileName, file, plan: { titles }, request, usualTitle: fileName, titles }
}

interface Wish {
  readonly title?: string | null | undefined
  readonly index?: number | null | undefined
  readonly usualTitle: string
  readonly titles: readonly string[]
}

async function createSheetWith(
  { store }: Context,
  tx: Tx,
  table: TableRow,
  { title, index, usualTitle, titles }: Wish,
  time: number,
): Promise<SheetRow> {
  const sheets = await selectSheetsOf(tx, table.workspace_id as WorkspaceId, [table.id])
  const taken = sheets.map((sheet) => sheet.title)
  const empty = await newSheet(store, tx, table, title ?? unusedTitle(usualTitle, taken), sheets.length, time)
  const sheet: SheetRow = { ...empty, next_column_number: titles.length + 1 }
  await insertSheet(tx, sheet)
  await insertColumns(tx, textColumnsOf(sheet, titles, 1, 1))
  const sheetIndex = await moveSheet(tx, [...sheets, sheet], sheet.number, index ?? sheets.length)
  return { ...sheet, sheet_index: sheetIndex }
}
