import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

const full = 13
const ioError = 10
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = new Set([11, 26])
/** Fewer free bytes count as a full disk: SQLite needs room for a shared-memory file and a few pages. */
export const minFreeBytes = 256 * 1024

const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff

export const isDamage = (error: unknown): boolean => damageCodes.has(codeOf(error))

/** SQLite reports a full disk as an I/O error in some cases. */
export const isFull = (error: unknown, file: string): boolean =>
  codeOf(error) === full ||
  (error as { code?: string }).code === 'ENOSPC' ||
  (codeOf(error) === ioError && freeBytes(dirname(file)) < minFreeBytes)

/** Free bytes on the folder's disk for this user. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** A message for the operator: the problem of the database file, and what to do. */
export function fileProblem(file: string, error: unknown): string {
  const { message } = error as Error
  if (isFull(error, file))
    return `The disk of the database ${file} is full (${message}). Free some space on it.`
  if (isDamage(error))
    return `The database ${file} is damaged (${message}). Stop the server, move the file away, and restore a backup with "galley restore".`
  return `Cannot open the database ${file}: ${message}.`
}
