import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const LastBackup = z.object({ at: z.iso.datetime(), file: z.string(), bytes: z.int(), schema: z.int() })

/** The last `galley backup` of the data folder. */
export type LastBackup = z.infer<typeof LastBackup>

const fileOf = (folder: string) => join(folder, 'last-backup')

/** Ignores errors, for read-only data folders: the backup itself is complete. */
export function recordBackup(folder: string, backup: LastBackup): void {
  const draft = `${fileOf(folder)}.${process.pid}.new`
  try {
    writeFileSync(draft, JSON.stringify(backup), { mode: 0o600 })
    renameSync(draft, fileOf(folder))
  } catch {}
}

/** Null without a record of a backup; PostgreSQL never has one. */
export function readLastBackup(folder: string): LastBackup | null {
  try {
    return LastBackup.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')))
  } catch {
    return null
  }
}
