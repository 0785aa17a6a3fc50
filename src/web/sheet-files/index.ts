/** Imports into a sheet and exports of it, as dialogs. */
import { lazy } from 'react'

export { FileChoice } from './imports/file-choice.tsx'
export { OfRequests } from './imports/of-requests.tsx'
export { filterOf, firstChoice } from './imports/request-filter.ts'

export const ExportDialog = lazy(async () => ({
  default: (await import('./exports/export-dialog.tsx')).ExportDialog,
}))
export const ImportDialog = lazy(async () => ({
  default: (await import('./imports/import-dialog.tsx')).ImportDialog,
}))
