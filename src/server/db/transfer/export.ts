import { mkdirSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { flush } from '../flush.ts'
import { databaseFile } from '../sqlite/open.ts'
import type { StorageConfig } from '../storage-config.ts'
import { ExportError, type Manifest, type ManifestTable, manifestFile } from './manifest.ts'
import type { ReadMoved } from './moved-bodies.ts'
import type { Source } from './source.ts'
import { openSqliteSource } from './sqlite-source.ts'
import { writeTable } from './table-file.ts'

/** Exports a snapshot of all data into a new folder; servers keep running. Bodies in object storage are read from there. */
export async function exportInstance(
  config: StorageConfig,
  folder: string,
  now: number,
  readMoved: ReadMoved | null = null,
): Promise<Manifest> {
  makeEmptyFolder(folder)
  const source = await openSource(config, readMoved)
  try {
    const tables: ManifestTable[] = []
    for (const table of source.tables) tables.push(await writeTable(folder, table, source.rows(table)))
    const manifest: Manifest = {
      format: 'galley-export',
      format_version: 1,
      schema: source.schema,
      exported_at: new Date(now).toISOString(),
      storage: source.version,
      sequences: await source.sequences(),
      tables,
    }
    flush(folder)
    await writeFile(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    flush(folder)
    return manifest
  } finally {
    await source.close()
  }
}

async function openSource(
  { folder, databaseUrl }: StorageConfig,
  readMoved: ReadMoved | null,
): Promise<Source> {
  if (databaseUrl === null) return openSqliteSource(databaseFile(folder), readMoved)
  const { openPostgresSource } = await import('./postgres-source.ts')
  return openPostgresSource(databaseUrl, readMoved)
}

function makeEmptyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (readdirSync(folder).length === 0) return
  } catch (error) {
    throw new ExportError(`Cannot write an export to ${folder} (${(error as Error).message}).`)
  }
  throw new ExportError(`${folder} is not empty. Choose an empty or a new folder.`)
}
