/** Uploaded files, and imports into sheets. */

export interface UploadRow {
  workspace_id: number
  id: string
  size: number
  /** 1 once an import or a dataset uses the upload. */
  kept: number
  created_at: number
}

export interface UploadPieceRow {
  workspace_id: number
  upload_id: string
  number: number
  bytes: Uint8Array
}

export type ImportStatus = 'pending' | 'running' | 'completed' | 'failed'

export interface SheetImportRow {
  workspace_id: number
  table_id: string
  /** The id of the operation, which the client may choose. */
  id: string
  sheet: number
  run: string
  source: 'file' | 'request_logs'
  makes_sheet: number
  status: ImportStatus
  fingerprint: string
  file_name: string | null
  upload_id: string | null
  plan: string
  rows_total: number | null
  rows_added: number
  failure: string | null
  /** The person or API key that started the import; null before migration 73. */
  created_by: string | null
  created_at: number
  updated_at: number
}

export interface ImportTables {
  uploads: UploadRow
  upload_pieces: UploadPieceRow
  sheet_imports: SheetImportRow
}
