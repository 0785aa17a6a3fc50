import { badField } from '../../../engine/refusal.ts'
import type { Handler } from '../../http/handler.ts'
import { selectColumns } from '../../sheets/storage/index.ts'
import { readHeader } from './csv-source.ts'
import { textColumn } from './ensure-columns.ts'
import { refusingFailures } from './refusing-failures.ts'
import { readPlan } from './request-log-plan.ts'
import { isCsv } from './source-of.ts'
import { importIntoSheet } from './start-import.ts'

export const importFile: Handler<'importFile'> = async (context, call) => {
  const { caller, body, file } = call
  const { workspace } = caller
  if (!isCsv(body.file_name))
    throw badField('file_name', 'file_name: only .csv files can be imported into an existing sheet.')
  const titles = await refusingFailures(() => readHeader(() => context.uploads.read(workspace, file!.id)))
  return importIntoSheet(context, call, {
    source: 'file',
    fileName: body.file_name,
    file,
    plan: { titles },
    identity: [body.file_name, file!.digest],
    async check(tx, sheet) {
      const columns = await selectColumns(tx, workspace, [sheet.number])
      await refusingFailures(async () => {
        for (const title of titles) {
          const sameTitle = columns.filter((column) => column.title === title)
          if (sameTitle.length > 0) textColumn(title, sameTitle)
        }
      })
    },
  })
}

export const importRequestLogs: Handler<'importRequestLogs'> = async (context, call) => {
  const plan = await readPlan(context.store, call.caller.workspace, call.body)
  const source = { source: 'request_logs', fileName: null, file: null, plan, identity: [plan] } as const
  return importIntoSheet(context, call, source)
}
