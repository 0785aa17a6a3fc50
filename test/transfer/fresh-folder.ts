import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes empty folders that are deleted when the test ends. */
export function freshFolder(context: { after(remove: () => void): void }): (name: string) => string {
  const root = mkdtempSync(join(tmpdir(), 'galley-test-'))
  context.after(() => rmSync(root, { recursive: true }))
  return (name) => {
    const folder = join(root, name)
    mkdirSync(folder)
    return folder
  }
}
