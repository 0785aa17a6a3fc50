/** When the log of a workspace is exported to object storage, and where its objects lie. */

export {
  dueUntil,
  type ExportInterval,
  exportIntervals,
  nextExport,
  objectFolder,
  windowEnd,
} from './windows.ts'
