import { lazy } from 'react'
import { loadPart } from '../design/index.ts'

/** Downloads a search as a file; the dialog is loaded when it is opened. */
export const LazyExportDialog = lazy(async () => ({
  default: (await loadPart(() => import('./export-dialog.tsx'))).ExportDialog,
}))

/** The charts of a range, as the log has them. */
export const LazyRequestCharts = lazy(async () => ({
  default: (await loadPart(() => import('./request-charts.tsx'))).RequestCharts,
}))

/** The same charts of other rows, which the caller reads. */
export const LazyVolumeCharts = lazy(async () => ({
  default: (await loadPart(() => import('./volume-charts.tsx'))).VolumeCharts,
}))
