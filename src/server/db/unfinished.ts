import { existsSync } from 'node:fs'

/** Storage that an import or a restore was filling when it ended: no server may take it for whole, or for new. */
export class UnfinishedDataError extends Error {
  override readonly name = 'UnfinishedDataError'
}

/** A database file has this name until all of it is there. */
export const unfinishedFile = (file: string): string => `${file}.unfinished`

/** In a PostgreSQL database there is this table for as long. */
export const unfinishedTable = 'galley_import_unfinished'

export function refuseUnfinishedFile(file: string): void {
  if (existsSync(unfinishedFile(file))) throw unfinished(unfinishedFile(file))
}

export const unfinished = (place: string) =>
  new UnfinishedDataError(
    `An import or a restore into this storage is under way or was broken off: it is not whole (${place}). Do it again; it starts from the beginning.`,
  )
