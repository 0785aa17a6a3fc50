import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runners, shippedSnapshots } from '../../program-paths.ts'

const { version } = createRequire(import.meta.url)('pyodide/package.json') as { version: string }

/**
 * Caches the memory of a started Python in a file. The file's name hashes everything that the memory depends on, so
 * that another version of Pyodide or the prelude makes a new file.
 */
export async function snapshotFile(folder: string, make: () => Promise<Buffer>): Promise<string> {
  const digest = createHash('sha256').update(version)
  for (const source of runners.snapshotSources) digest.update(await readFile(source))
  const name = `python-${digest.digest('hex').slice(0, 16)}.snapshot`
  const file = join(folder, name)
  for (const ready of [join(shippedSnapshots, name), file]) if (await hasContent(ready)) return ready
  await mkdir(folder, { recursive: true })
  const fresh = `${file}.${process.pid}`
  try {
    await writeDurably(fresh, await make())
    await rename(fresh, file)
  } finally {
    await rm(fresh, { force: true })
  }
  return file
}

async function hasContent(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null)
  return stats !== null && stats.size > 0
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o644)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
