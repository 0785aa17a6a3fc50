import { databaseFile } from '../sqlite/open.ts'
import type { StorageConfig } from '../storage-config.ts'
import { ExportError, type Manifest, type ManifestTable, readManifest } from './manifest.ts'
import type { Row, TableShape } from './shape.ts'
import { openSqliteTarget } from './sqlite-target.ts'
import { readTable } from './table-file.ts'
import type { IndexArrival, Target } from './target.ts'

/** Imports an export of either engine into empty storage; no server starts on it before the import is complete. */
export async function importInstance(
  config: StorageConfig,
  folder: string,
  indexArrival: IndexArrival,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const target = await openTarget(config, manifest.schema, indexArrival)
  try {
    for (const table of matchingTables(manifest.tables, target.tables))
      for await (const rows of readTable(folder, table)) if (rows.length > 0) await store(target, table, rows)
    await target.finish(manifest.sequences)
  } catch (error) {
    await target.abandon()
    throw error
  }
  return manifest
}

async function store(target: Target, table: TableShape, rows: readonly Row[]): Promise<void> {
  try {
    await target.insert(table, rows)
  } catch (error) {
    throw new ExportError(`Rows of ${table.name} cannot be stored: ${(error as Error).message}.`)
  }
}

async function openTarget(
  { folder, databaseUrl }: StorageConfig,
  schema: number,
  indexArrival: IndexArrival,
): Promise<Target> {
  if (databaseUrl === null) return openSqliteTarget(databaseFile(folder), schema)
  const { openPostgresTarget } = await import('./postgres-target.ts')
  return openPostgresTarget(databaseUrl, schema, indexArrival)
}

/** The tables of the export, if they match those of this schema. */
function matchingTables(
  exported: readonly ManifestTable[],
  ownShapes: readonly TableShape[],
): readonly ManifestTable[] {
  const exportedNames = new Set(exported.map(nameOf))
  const ownNames = new Set(ownShapes.map(nameOf))
  const missing = [...ownNames].filter((name) => !exportedNames.has(name))
  const unknown = [...exportedNames].filter((name) => !ownNames.has(name))
  if (missing.length + unknown.length > 0 || exportedNames.size < exported.length)
    throw new ExportError(
      `The tables of the export are not those of its schema (missing: ${missing.join('; ') || 'none'}; unknown: ${unknown.join('; ') || 'none'}).`,
    )
  return exported
}

/** Name and columns, independent of column order. */
const nameOf = ({ name, columns }: TableShape) =>
  `${name} (${columns
    .map((column) => `${column.name} ${column.type}`)
    .sort()
    .join(', ')})`
