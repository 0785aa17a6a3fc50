import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Engine, EngineName } from '../engines.ts'
import { startGalley } from '../galley.ts'
import { startCluster } from './cluster.ts'

export interface SetOptions {
  readonly engine: EngineName
  /** The first word of the folder's name. */
  readonly name: string
  readonly seed: number
  readonly count: number
  /** Loads the set into an empty database. Returns rows per second. */
  readonly load: (engine: Engine, seed: number, count: number) => Promise<number>
  /** The folder of the kept sets. */
  readonly root: string
}

/** Opens a copy of the set for a run that writes; the copy is deleted at the end. */
export async function openSet(set: SetOptions): Promise<Engine> {
  const folder = folderOf(set)
  if (!existsSync(join(folder, 'complete'))) await make(set, folder)
  const copy = mkdtempSync(join(set.root, 'copy-'))
  execFileSync('cp', ['-a', `${folder}/.`, copy])
  // The copy is flushed to the disk first, so that its writes do not slow the measured searches.
  execFileSync('sync', ['-f', copy])
  // Reading the files brings them into the page cache, as on a server that has run for a while. After
  // copying, the cache holds parts of both the copy and the set.
  execFileSync('sh', ['-c', 'find "$1" -type f -exec cat {} + > /dev/null', 'sh', copy])
  const remove = () => rmSync(copy, { recursive: true, force: true })
  process.once('exit', remove)
  const opened = await open(set.engine, copy, ['fsync=on'])
  await makeSegments(opened)
  return {
    ...opened,
    async remove() {
      await opened.remove()
      remove()
    },
  }
}

const folderOf = ({ name, engine, seed, count, root }: SetOptions): string =>
  join(root, `${name}-${engine}-${count}${seed === 1 ? '' : `-seed-${seed}`}`)

async function make({ engine: name, seed, count, load }: SetOptions, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const engine = await open(name, folder, ['fsync=off', 'full_page_writes=off', 'max_wal_size=1GB'])
  try {
    // The server's first start creates the schema and the workspace of the set.
    await (await startGalley(engine)).stop()
    const perSecond = await withoutWordIndex(engine, () => load(engine, seed, count))
    await query(engine, 'vacuum analyze')
    writeFileSync(join(folder, 'complete'), `${Math.round(perSecond)}\n`)
  } finally {
    await engine.remove()
  }
}

async function open(name: EngineName, folder: string, settings: readonly string[]): Promise<Engine> {
  if (name === 'sqlite')
    return {
      name,
      version: `SQLite ${process.versions.sqlite}`,
      folder,
      databaseUrl: null,
      remove: async () => {},
    }
  const cluster = await startCluster(folder, settings)
  return {
    name,
    version: `PostgreSQL ${cluster.version}`,
    folder,
    databaseUrl: cluster.url,
    remove: () => cluster.stop(),
  }
}

/**
 * Makes WAL segments that PostgreSQL reuses after a checkpoint, as on a server that has run for a while. A
 * kept set has one segment, so every 16 MB a log call would wait until PostgreSQL has filled a new one with
 * zeros and flushed it.
 */
async function makeSegments(engine: Engine): Promise<void> {
  for (let segment = 0; segment < 16; segment++)
    await query(engine, "select pg_logical_emit_message(false, '', ''), pg_switch_wal()")
  await query(engine, 'checkpoint')
}

/**
 * Loads the table without its GIN index and builds the index once afterwards, because updating it with every
 * request is slower.
 */
async function withoutWordIndex<T>(engine: Engine, load: () => Promise<T>): Promise<T> {
  const [index] = await query(
    engine,
    "select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as text from pg_indexes where tablename = 'requests' and indexdef like '%USING gin%'",
  )
  if (index) await query(engine, `drop index ${index['name']}`)
  const result = await load()
  if (index) await query(engine, `set maintenance_work_mem = '1GB'; ${index['text']}`)
  return result
}

async function query({ databaseUrl }: Engine, text: string): Promise<Record<string, string>[]> {
  if (databaseUrl === null) return []
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const result = await client.query<Record<string, string>>(text)
  await client.end()
  return result.rows ?? []
}
