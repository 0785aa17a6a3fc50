import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'galley-postgres-'

/** The name has the owner's process id, so that a later run can find folders of dead runs. */
export function makeScratchFolder(): string {
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
}

/** A PostgreSQL still running in a removed folder notices that within a minute and ends itself. */
export function removeFoldersOfDeadRuns(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // Another user's folder, or one that its guard is removing.
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
