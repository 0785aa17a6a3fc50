import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'galley-postgres-'

/**
 * Makes a folder. Its name has the owner's process id, so that a later run finds the folders of dead runs.
 */
export function makeScratchFolder(): string {
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
}

/**
 * Removes the folders of dead runs. A PostgreSQL that still runs in one notices that within a minute and ends
 * itself.
 */
export function removeFoldersOfDeadRuns(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // The folder is another user's, or its guard is removing it.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
