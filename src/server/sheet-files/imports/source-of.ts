import type { Context } from '../../context.ts'
import type { SheetImportRow } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { csvSource } from './csv-source.ts'
import { jsonSource } from './json-source.ts'
import { requestLogSource } from './request-log-source.ts'
import type { ImportSource } from './source.ts'

export const isCsv = (fileName: string): boolean => /\.csv$/i.test(fileName)
export const isJson = (fileName: string): boolean => /\.jsonl?$/i.test(fileName)

export function sourceOf({ store, uploads }: Context, row: SheetImportRow): ImportSource {
  const workspace = row.workspace_id as WorkspaceId
  if (row.source === 'request_logs') return requestLogSource(store, workspace) as ImportSource
  const pieces = () => uploads.read(workspace, row.upload_id!)
  return (isCsv(row.file_name!) ? csvSource(pieces) : jsonSource(pieces)) as ImportSource
}
