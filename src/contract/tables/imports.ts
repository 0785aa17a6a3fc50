import { z } from 'zod'
import { answer, cleanText, endpointsOf, idOf, named, timestamp } from '../kit/index.ts'
import { requestLogQuery } from '../requests/search.ts'
import { RowOfCells, SheetId, sheet_id, sheetPath, TableId, table_id, tablesPath, uuid } from './fields.ts'

const define = endpointsOf({ tags: ['table-imports'] })

/** Most decoded bytes of a file. */
const maxFileBytes = 100 * 1024 * 1024
export const maxRequestLogs = 50_000

export const FileName = cleanText.min(1).max(255)
/** Base64 on the wire; a handler gets the id of the upload here. */
export const FileContent = z.string().min(1)
/** The client's own name for the operation. A repeated call with the same name returns the same operation. */
export const OperationKey = cleanText.min(1).max(255)
export const streamedFile = (...path: string[]) => ({ path, limit: maxFileBytes })

const RequestLogIds = z.array(idOf('request')).min(1).max(maxRequestLogs)

export const SheetSource = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('file'),
    file_name: FileName,
    file_content_base64: FileContent,
  }),
  z.looseObject({
    type: z.literal('request_logs'),
    request_log_ids: RequestLogIds.nullish(),
    prompt_id: idOf('prompt').nullish(),
    prompt_version_id: idOf('prompt-version').nullish(),
    prompt_label_id: idOf('prompt-label').nullish(),
    start_time: timestamp.nullish(),
    end_time: timestamp.nullish(),
  }),
])

export const ImportOperation = named('TableImportOperation', {
  operation_id: z.string(),
  source: z.enum(['file', 'request_logs']),
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  /** Percentage of the work that is done. */
  progress: z.number().nullable(),
  message: z.string().nullable(),
  rows_added: z.int().nullable(),
  row_count: z.int().nullable(),
  file_name: z.string().nullable(),
  error_message: z.string().nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
})

export const importStartedFields = {
  success: z.literal(true),
  message: z.string(),
  operation_id: z.string(),
  operation: ImportOperation,
}

const Started = named('TableSheetImportStartResponse', { ...importStartedFields, status_url: z.string() })

const OperationId = TableId.extend({
  operation_id: cleanText.min(1).max(255).meta({ entity: 'sheet-import' }),
})
const operationPath = `${tablesPath}/{table_id}/sheets/operations/{operation_id}`

export const readSheetImport = define({
  id: 'get_table_sheet_operation',
  get: operationPath,
  summary: 'Read the progress of an import into a sheet',
  params: OperationId,
  success: { 200: answer('TableImportOperationResponse', { operation: ImportOperation }) },
  example: { params: { table_id, operation_id: 'import-1' } },
})

export const cancelSheetImport = define({
  id: 'cancel_table_sheet_operation',
  delete: operationPath,
  summary: 'Cancel an import; rows already added stay',
  params: OperationId,
  success: { 200: answer('CancelTableImportOperationResponse', { operation: ImportOperation }) },
  example: { params: { table_id, operation_id: 'import-1' } },
})

export const importFile = define({
  id: 'createTableSheetFileImport',
  post: `${sheetPath}/imports/file`,
  summary: 'Append the rows of a CSV file to a sheet',
  description:
    'UTF-8, commas, a header line. Titles of text columns of the sheet fill those columns; other titles ' +
    'make new text columns. An empty value is no value; a quoted empty value is an empty text. Empty lines ' +
    'are skipped.',
  params: SheetId,
  body: z.looseObject({
    operation_id: OperationKey.nullish(),
    file_name: FileName,
    file_content_base64: FileContent,
  }),
  streamed: streamedFile('file_content_base64'),
  success: { 202: Started },
  example: {
    params: { table_id, sheet_id },
    body: { file_name: 'questions.csv', file_content_base64: 'cXVlc3Rpb24sZXhwZWN0ZWQKMSArIDEsMgo=' },
  },
})

export const importRequestLogs = define({
  id: 'createTableSheetRequestLogImport',
  post: `${sheetPath}/imports/request-logs`,
  summary: 'Append logged requests to a sheet as rows',
  params: SheetId,
  body: z.strictObject({
    operation_id: OperationKey.nullish(),
    request_log_ids: RequestLogIds.nullish(),
    ...requestLogQuery,
    /** The value under this metadata key of each request becomes a column. */
    metadata_cost_breakdown_key: cleanText.min(1).max(255).nullish(),
    variables_to_parse: z.array(cleanText.min(1).max(255)).max(900).nullish(),
    include_fields: z.array(z.string()).max(100).nullish(),
    limit: z.int().min(1).max(maxRequestLogs).nullish(),
  }),
  success: { 202: Started },
  example: { params: { table_id, sheet_id }, body: { request_log_ids: [1] } },
})

/** Answer of adding a trace to a sheet. */
export const AddedTrace = answer('AddTraceToSheetResponse', {
  mode: z.enum(['trace', 'span']),
  sheet_id: uuid,
  row_index: z.int(),
  row: RowOfCells,
  version: z.int(),
})
