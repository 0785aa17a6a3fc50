import { existsSync } from 'node:fs'

/** An import or a restore was interrupted, so no server may use the storage. */
export class UnfinishedDataError extends Error {
  override readonly name = 'UnfinishedDataError'
}

/** The name of a database file until the file is complete. */
export const unfinishedFile = (file: string): string => `${file}.unfinished`

/** A PostgreSQL database has this table until an import is complete. */
export const unfinishedTable = 'galley_import_unfinished'

export function refuseUnfinishedFile(file: string): void {
  if (existsSync(unfinishedFile(file))) throw unfinished(unfinishedFile(file))
}

export const unfinished = (storage: string) =>
  new UnfinishedDataError(
    `An import or a restore into this storage is under way or was interrupted: the storage is incomplete (${storage}). Repeat the import or restore; it starts from the beginning.`,
  )
