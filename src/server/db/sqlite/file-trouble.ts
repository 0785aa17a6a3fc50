import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

const full = 13
const ioError = 10
/** Corrupt, and not a database. */
const damaged = new Set([11, 26])
/** Bytes below which a disk is as good as full: one shared-memory file of SQLite and a few pages. */
export const leastFree = 256 * 1024

const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff

export const isDamage = (error: unknown): boolean => damaged.has(codeOf(error))

/** An input or output error says nothing of its cause; on a full disk it is taken for that. */
export const isFull = (error: unknown, file: string): boolean =>
  codeOf(error) === full ||
  (error as { code?: string }).code === 'ENOSPC' ||
  (codeOf(error) === ioError && freeBytes(dirname(file)) < leastFree)

/** Bytes of a folder's disk that this user may still write. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** What is wrong with a database file, and what to do, as sentences. */
export function fileTrouble(file: string, error: unknown): string {
  const { message } = error as Error
  if (isFull(error, file))
    return `The disk of the database ${file} is full (${message}). Free some space on it.`
  if (isDamage(error))
    return `The database ${file} is damaged (${message}). Stop the server, move the file away, and bring back a copy with "galley restore".`
  return `Cannot open the database ${file}: ${message}.`
}
