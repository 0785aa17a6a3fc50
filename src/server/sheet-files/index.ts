/** Imports of files, logged requests and traces into sheets, and exports of sheets as files. */
import type { Context } from '../context.ts'
import type { Handlers } from '../http/handler.ts'
import type { JobHandler } from '../jobs/index.ts'
import type { SheetPorts } from '../sheets/index.ts'
import { exportSheet } from './exports/export-sheet.ts'
import { createSheet } from './imports/create-sheet.ts'
import { importFile, importRequestLogs } from './imports/import-into-sheet.ts'
import { cancelSheetImport, readSheetImport } from './imports/operations.ts'
import { importSheets } from './imports/run-import.ts'
import { stopImports } from './imports/stop-imports.ts'

export { addTraceToSheet } from './imports/add-trace.ts'
export { csvSource, readHeader } from './imports/csv-source.ts'
export { ImportFailure } from './imports/import-failure.ts'
export { jsonSource } from './imports/json-source.ts'
export type { ImportSource } from './imports/source.ts'
export { isCsv, isJson } from './imports/source-of.ts'

export const sheetFileHandlers = {
  createSheet,
  importFile,
  importRequestLogs,
  readSheetImport,
  cancelSheetImport,
  exportSheet,
} satisfies Partial<Handlers>

export const sheetFileJobs = (context: Context): readonly JobHandler[] => [importSheets(context)]

export const importsOfSheets: SheetPorts['imports'] = { stop: stopImports }
