/** Imports into a sheet and exports of it, as dialogs. */
import { lazy } from 'react'

export { FileChoice } from './imports/file-choice.tsx'
export { RequestFields } from './imports/request-fields.tsx'
export { filterOf, firstChoice } from './imports/request-filter.ts'

export const ExportDialog = lazy(async () => ({
  default: (await import('./exports/export-dialog.tsx')).ExportDialog,
}))
export const ImportDialog = lazy(async () => ({
  default: (await import('./imports/import-dialog.tsx')).ImportDialog,
}))
