/** Storage on SQLite or PostgreSQL behind one interface (`store.ts`), migrations, backup and transfer. */

import { migratePostgres, migrateSqlite } from './migrate.ts'
import { databaseFile, openSqlite } from './sqlite/open.ts'
import type { StorageConfig } from './storage-config.ts'
import type { Store } from './store.ts'

export { afterCommit } from './after-commit.ts'
export { backUp } from './backup/backup.ts'
export { BackupError } from './backup/check.ts'
export { refuseUsedFolder, restore } from './backup/restore.ts'
export { chunksOf } from './chunks.ts'
export { contains } from './contains.ts'
export { countRows } from './count-rows.ts'
export { countWithin } from './count-within.ts'
export { dataSchema } from './data-schema.ts'
export { type DeletedSearch, deletedRows, type NamedTable, restoreRow } from './deleted-rows-queries.ts'
export { enqueue, enqueueCompiled, enqueueCondition, queryTogether } from './enqueue.ts'
export { IdBlocks } from './id-blocks.ts'
export { type Inspection, withInspection } from './inspect.ts'
export { openJournal, type UnitJournal } from './journal/unit-journal.ts'
export { joinEach, keyList } from './key-lookup.ts'
export { NewerDataError, refuseNewer, schemaOf } from './ledger.ts'
export { type ListOrder, type ListPage, rowsOfPage, type TimeBounds } from './listing.ts'
export { type LockedFile, lockFile } from './lock-file.ts'
export { UnreachableDatabaseError } from './migrate.ts'
export { pendingMigrations, programSchema } from './migrations.ts'
export { naturalName } from './natural-name.ts'
export { nullIfSlow } from './null-if-slow.ts'
export { oncePerTurn } from './once-per-turn.ts'
export {
  allTextsOf,
  documentOf,
  originalOf,
  packDocument,
  packDocumentNow,
  packPayload,
  packPayloadNow,
  payloadOf,
  textsOf,
  withOriginal,
  withoutOriginal,
} from './payload.ts'
export { payloadBytes, payloadColumns, payloadWords, wholePayload } from './payload-columns.ts'
export { type FramedPayload, PayloadFrames, type PayloadRow, payloadOfRow } from './payload-frame.ts'
export { prepared, preparedRead } from './prepared.ts'
export { refusingDuplicates } from './refusing-duplicates.ts'
export {
  columnKinds,
  type FacetColumns,
  type FacetEntry,
  foldedFacet,
  requestFacets,
} from './request-facets.ts'
export { changeRow, changeRows, deleteRows, insertRows, numberedRows, selectOne } from './rows-by-key.ts'
export { sameWorkspace } from './same-workspace.ts'
export { sharingTransactions } from './sharing-transactions.ts'
export { freeBytes, isFull, minFreeBytes } from './sqlite/file-problem.ts'
export { databaseBytes, databaseFile, walBytes } from './sqlite/open.ts'
export {
  type CompiledQuery,
  ConditionFailedError,
  type Database,
  idBlock,
  type ListColumn,
  OvertakenError,
  QueryTooSlowError,
  type Store,
  type Tx,
} from './store.ts'
export type * from './tables/comment-tables.ts'
export type * from './tables/dashboard-tables.ts'
export type * from './tables/erasure-tables.ts'
export type * from './tables/evaluation-tables.ts'
export type * from './tables/import-tables.ts'
export type * from './tables/log-export-tables.ts'
export type * from './tables/masking-tables.ts'
export type * from './tables/people-tables.ts'
export type * from './tables/playground-tables.ts'
export type * from './tables/price-tables.ts'
export type * from './tables/prompt-tables.ts'
export type * from './tables/request-tables.ts'
export type * from './tables/retention-tables.ts'
export type * from './tables/sample-tables.ts'
export type * from './tables/score-tables.ts'
export type * from './tables/sheet-tables.ts'
export type * from './tables/skill-tables.ts'
export type * from './tables/tables.ts'
export type * from './tables/tool-tables.ts'
export type * from './tables/trace-tables.ts'
export type * from './tables/workflow-tables.ts'
export { findTraceOfRequest, markTracesOfRequests, traceOfRequest } from './trace-of-request.ts'
export { exportInstance } from './transfer/export.ts'
export { importInstance } from './transfer/import.ts'
export { ExportError, type Manifest } from './transfer/manifest.ts'
export type { ReadMoved } from './transfer/moved-bodies.ts'
export { NotEmptyError } from './transfer/target.ts'
export { UnfinishedDataError } from './unfinished.ts'
export { type EachUpdate, type EachValue, updateEach } from './update-each.ts'
export { type EachText, eachText, joinedTexts, upsertEach } from './upsert-each.ts'
export { withValue } from './with-value.ts'
export { deleteWorkspaceRows, hasWorkspaceRows, workspaceTables } from './workspace-tables.ts'
export type { WaitingWrites } from './write-load.ts'

export async function migrate(config: StorageConfig): Promise<string[]> {
  return config.databaseUrl ? migratePostgres(config.databaseUrl) : migrateSqlite(databaseFile(config.folder))
}

/** Opens the storage; its migrations must have run before. */
export async function openStore(config: StorageConfig): Promise<Store> {
  if (!config.databaseUrl) return openSqlite(config.folder)
  const { openPostgres } = await import('./postgres/open.ts')
  return openPostgres(config.databaseUrl)
}
