import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedFile, lockFile } from './db/index.ts'

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

function unusable(folder: string, error: unknown): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} is not writable (${(error as Error).message}). Give this user the right to write there, or set GALLEY_DATA to another folder.`,
  )
}

/** Holds the folder for one server process. */
export function holdFolder(folder: string): LockedFile {
  const note = join(folder, 'server.pid')
  const lock = lockOf(folder)
  if (!lock)
    throw new DataFolderError(
      `Another Galley process${holderOf(note)} is using the data folder ${folder}. Stop it, or set GALLEY_DATA to another folder.`,
    )
  writeFileSync(note, String(process.pid))
  return lock
}

function lockOf(folder: string): LockedFile | null {
  try {
    return lockFile(join(folder, 'server.lock'))
  } catch (error) {
    throw unusable(folder, error)
  }
}

function holderOf(note: string): string {
  try {
    return ` (pid ${readFileSync(note, 'utf8').trim()})`
  } catch {
    return ''
  }
}

/** Writes a secret that only this user may read; returns where. */
export function writeSecretFile(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, `${text}\n`, { mode: 0o600 })
  return file
}
