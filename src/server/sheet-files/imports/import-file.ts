import { badField } from '../../../engine/refusal.ts'
import type { SheetImportRow, SheetRow } from '../../db/index.ts'
import { nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { getSheet, selectColumns } from '../../sheets/storage/index.ts'
import { readHeader } from './csv-source.ts'
import { textColumn } from './ensure-columns.ts'
import { findSheetOfImport } from './import-queries.ts'
import { presentImport, statusUrl } from './present-import.ts'
import { refusingFailures } from './refusing-failures.ts'
import { isCsv } from './source-of.ts'
import { earlierImport, retryDuplicate, startImport } from './start-import.ts'

export const importFile: Handler<'importFile'> = async (context, { caller, params, body, file }) => {
  const { store, uploads, jobs, now } = context
  const { workspace } = caller
  if (!isCsv(body.file_name))
    throw badField('file_name', 'file_name: only .csv files can be imported into an existing sheet.')
  const titles = await refusingFailures(() => readHeader(() => uploads.read(workspace, file!.id)))
  const row = await retryDuplicate(store, () =>
    store.transact(async (tx) => {
      const sheet = await getSheet(tx, workspace, params)
      const options = {
        table: sheet.table_id,
        operation: body.operation_id,
        author: nameOf(caller.actor),
        source: 'file',
        fileName: body.file_name,
        file,
        plan: { titles },
        request: ['file', sheet.id, body.file_name, file!.digest],
      } as const
      const earlier = await earlierImport(tx, workspace, options)
      if (earlier) return earlier
      const columns = await selectColumns(tx, workspace, [sheet.number])
      await refusingFailures(async () => {
        for (const title of titles) {
          const sameTitle = columns.filter((column) => column.title === title)
          if (sameTitle.length > 0) textColumn(title, sameTitle)
        }
      })
      return startImport(context, tx, sheet, options, false, now())
    }),
  )
  jobs.wake()
  return presentStart(row, await findSheetOfImport(store.db, row))
}

export const presentStart = (row: SheetImportRow, sheet: SheetRow) => ({
  success: true as const,
  message: 'The import was accepted; its operation shows the progress.',
  operation_id: row.id,
  operation: presentImport(row, sheet),
  status_url: statusUrl(row),
})
