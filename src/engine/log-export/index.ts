/** When the log of a workspace is exported to object storage, and where its objects lie. */

export {
  type ExportEvery,
  exportEvery,
  exportedUntil,
  nextExport,
  objectFolder,
  windowEnd,
} from './windows.ts'
