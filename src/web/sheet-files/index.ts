/** Imports into a sheet and exports of it, as dialogs. */

import { lazy } from 'react'
import { loadPart } from '../design/index.ts'

export { FileChoice } from './imports/file-choice.tsx'
export { RequestFields } from './imports/request-fields.tsx'
export { filterOf, firstChoice } from './imports/request-filter.ts'

export const ExportDialog = lazy(async () => ({
  default: (await loadPart(() => import('./exports/export-dialog.tsx'))).ExportDialog,
}))
export const ImportDialog = lazy(async () => ({
  default: (await loadPart(() => import('./imports/import-dialog.tsx'))).ImportDialog,
}))
