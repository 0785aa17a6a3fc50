import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { freeBytes, isFull, type LockedFile, lockFile, minFreeBytes } from './db/index.ts'

/** The data folder cannot be used; the message says why and what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

export function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** Files and folders that Galley makes in the data folder. */
const ownNamePattern =
  /^(?:galley\.db.*|server\.(?:lock|pid).*|secret-key.*|api-key|answers|sandbox|uploads|reserve|last-backup.*|backups)$/

/**
 * Removes the permissions of other users from Galley's files, and from the folder if it holds nothing else. Returns the
 * paths that changed.
 */
export function restrictToOwner(folder: string): string[] {
  const names = readdirSync(folder)
  const ownNames = names.filter((name) => ownNamePattern.test(name))
  const changed = ownNames.map((name) => join(folder, name)).filter(restrict)
  const isShared = ownNames.length < names.filter((name) => name !== 'lost+found').length
  return !isShared && restrict(folder) ? [folder, ...changed] : changed
}

/** Restricts one path; true if its mode changed. Links, sticky folders and files of another user keep their mode. */
function restrict(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink() || stats.uid !== process.geteuid?.()) return false
  const { mode } = stats
  if ((mode & 0o077) === 0 || (mode & 0o1000) !== 0) return false
  chmodSync(path, mode & 0o700)
  return true
}

/** Bytes of the reserve file: SQLite needs some 100 KB on disk even to read. */
const reserveBytes = 1024 * 1024
const reserveOf = (folder: string) => join(folder, 'reserve')

/** Writes the reserve file if the disk has room for it. */
export function writeReserve(folder: string): void {
  try {
    if (freeBytes(folder) > 64 * reserveBytes)
      writeFileSync(reserveOf(folder), Buffer.alloc(reserveBytes), { mode: 0o600, flag: 'wx' })
  } catch {
    // The file exists already, or the disk has become full.
  }
}

/** Deletes the reserve file if the disk is full; returns whether it is full. */
export function releaseReserve(folder: string): boolean {
  if (freeBytes(folder) >= minFreeBytes) return false
  rmSync(reserveOf(folder), { force: true })
  return true
}

function unusable(folder: string, error: unknown): DataFolderError {
  if (isFull(error, join(folder, 'any file')))
    return new DataFolderError(
      `The disk of the data folder ${folder} is full. Free some space and start again.`,
    )
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new DataFolderError(
      `The data folder ${folder} cannot be made, because a file is in its place. Set GALLEY_DATA to a folder.`,
    )
  return new DataFolderError(
    `The data folder ${folder} is not writable (${(error as Error).message}). Give this user write permission, or set GALLEY_DATA to another folder.`,
  )
}

/** Free bytes on the disk of the folder, or of its nearest existing parent; null if they cannot be read. */
export function freeBytesOrNull(folder: string): number | null {
  try {
    return freeBytes(folder)
  } catch {
    return dirname(folder) === folder ? null : freeBytesOrNull(dirname(folder))
  }
}

/** True if a server has locked the folder. */
export function isFolderLocked(folder: string): boolean {
  if (!existsSync(join(folder, 'server.lock'))) return false
  try {
    const lock = lockOf(folder)
    lock?.release()
    return lock === null
  } catch {
    return false
  }
}

/** Locks the folder for this server process. */
export function lockFolder(folder: string): LockedFile {
  const pidFile = join(folder, 'server.pid')
  const lock = lockOf(folder)
  if (!lock)
    throw new DataFolderError(
      `Another Galley process${pidOfHolder(pidFile)} is using the data folder ${folder}. Stop it, or set GALLEY_DATA to another folder.`,
    )
  try {
    writeFileSync(pidFile, String(process.pid))
  } catch (error) {
    lock.release()
    throw unusable(folder, error)
  }
  return lock
}

function lockOf(folder: string): LockedFile | null {
  try {
    return lockFile(join(folder, 'server.lock'))
  } catch (error) {
    throw unusable(folder, error)
  }
}

function pidOfHolder(pidFile: string): string {
  try {
    return ` (pid ${readFileSync(pidFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}

/** Writes a secret into a file that only this user may read. Returns the file's path. */
export function writeSecretFile(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, `${text}\n`, { mode: 0o600 })
  return file
}
