import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { threads } from '../../program-paths.ts'
import type { StorageConfig } from '../storage-config.ts'
import { ConditionFailedError, idBlock, type Sequence, type Store, type Tx } from '../store.ts'
import type { Tables } from '../tables/tables.ts'
import { WriteLoad } from '../write-load.ts'
import { connectReader, connectWriter } from './connect.ts'
import { readerDialect, statementOf, writerDialect } from './dialect.ts'
import { fileProblem, isDamage, isFull } from './file-problem.ts'
import { overwriteFreePages } from './overwrite-deleted.ts'
import { SqliteReaders } from './readers.ts'
import { StatementCache } from './statements.ts'
import { SqliteError, SqliteWriter, WriterLostError } from './writer.ts'

export const databaseFile = (folder: string) => join(folder, 'galley.db')

const fileBytes = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Bytes of the write-ahead log; 0 on PostgreSQL. */
export const walBytes = ({ folder, databaseUrl }: StorageConfig): number =>
  databaseUrl ? 0 : fileBytes(`${databaseFile(folder)}-wal`)

/** Bytes of the embedded database with its write-ahead log; 0 on PostgreSQL. */
export const databaseBytes = (config: StorageConfig): number =>
  config.databaseUrl ? 0 : fileBytes(databaseFile(config.folder)) + walBytes(config)

const ignore = () => {}
const outOfReach = 'Storage cannot be reached. Retry in a few seconds.'
const uniqueViolations = new Set([1555, 2067])
/** Error codes: busy, locked, read-only, I/O, full, cannot open. */
const unavailable = new Set([5, 6, 8, 10, 13, 14])

export function openSqlite(folder: string): Store {
  const file = databaseFile(folder)
  connectWriter(file).close()
  const connection = connectReader(file)
  const statements = new StatementCache(connection)
  const readers = new SqliteReaders(file)
  const writer = new SqliteWriter(file)
  const load = new WriteLoad()
  const checkpoints = new Checkpoints(file, () => writer.checkpoint())
  const write = new Kysely<Tables>({ dialect: writerDialect(writer) })
  /** Set at the first query that reads a damaged page. */
  let damage: string | null = null
  /** True after a write failed on a full disk, until `writeProblem` succeeds in writing. */
  let wasFull = false
  const failed = (error: unknown): never => {
    if (isDamage(error)) damage ??= fileProblem(file, error)
    wasFull ||= isFull(error, file)
    throw error
  }
  /**
   * After a full disk, tries an empty unit, before which the writer empties the write-ahead log. Null if writing
   * works.
   */
  const writeProblem = async (): Promise<string | null> => {
    if (!wasFull) return null
    try {
      await writer.unit([])
      wasFull = false
      return null
    } catch (error) {
      return fileProblem(file, error)
    }
  }
  const run = (query: CompiledQuery) => {
    try {
      return statements.run(query.sql, query.parameters)
    } catch (error) {
      return failed(error)
    }
  }

  return {
    dialect: 'sqlite',
    version: `SQLite ${(connection.prepare('select sqlite_version() as version').get() as { version: string }).version}`,
    scarcity: null,
    db: new Kysely<Tables>({
      dialect: readerDialect(run),
    }),
    scan: new Kysely<Tables>({ dialect: readerDialect((query) => readers.run(query).catch(failed)) }),
    transact(work) {
      checkpoints.start()
      readers.countWrite()
      return load.track([], () => write.transaction().execute(work)).catch(failed)
    },
    append(unit) {
      checkpoints.start()
      readers.countWrite()
      return load.track(unit, () => writer.unit(unit.map(statementOf))).then(ignore, failed)
    },
    async appendIf(condition, unit) {
      checkpoints.start()
      readers.countWrite()
      const statements = [{ ...statementOf(condition), isCondition: true }, ...unit.map(statementOf)]
      try {
        await load.track(unit, () => writer.unit(statements))
        return true
      } catch (error) {
        if (error instanceof ConditionFailedError) return false
        return failed(error)
      }
    },
    async change<Row>(query: CompiledQuery<Row>) {
      checkpoints.start()
      return (await writer.unit([statementOf(query)]).catch(failed)).rows as Row[]
    },
    waiting: () => load.waiting(),
    writes: () => ({ ...load.figures(), commits: writer.commits }),
    connections: () => [],
    fetch: <Row>(query: CompiledQuery<Row>) => run(query).rows as Row[],
    lists: async <Row>(query: CompiledQuery) => statements.lists(query.sql, query.parameters) as Row[],
    async timedQuery<Row>(query: CompiledQuery<Row>, milliseconds: number) {
      return (await readers.runTimed(query, milliseconds)).rows as Row[]
    },
    async overwriteDeleted(signal) {
      checkpoints.start()
      await overwriteFreePages(
        { append: (unit) => this.append(unit), fetch: (query) => run(query).rows },
        signal,
      )
      return writer.truncateLog()
    },
    nextId: (tx, sequence) => advance(tx, sequence, 1),
    takeIds: async (sequence) =>
      (await write.transaction().execute((tx) => advance(tx, sequence, idBlock))) - idBlock + 1,
    isDuplicate: (error) => error instanceof SqliteError && uniqueViolations.has(error.errcode),
    isUnavailable: (error) =>
      error instanceof WriterLostError ||
      isDamage(error) ||
      (error instanceof SqliteError && unavailable.has(error.errcode & 0xff)),
    unavailability(error) {
      if (isDamage(error)) return 'The database is damaged. The operator must restore a backup.'
      if (!isFull(error, file)) return outOfReach
      return 'The disk of the server is full. Writes fail until space is freed; reads work.'
    },
    problem: async () => damage ?? (await writeProblem()) ?? problemOf(file),
    lost: writer.lost,
    async close() {
      await checkpoints.close()
      await writer.close()
      await readers.close()
      connection.close()
    },
  }
}

/** Opens a new connection, because an open one may have the page in memory. */
function problemOf(file: string): string | null {
  try {
    const connection = connectReader(file)
    try {
      connection.prepare('select count(*) from sqlite_schema').get()
    } finally {
      connection.close()
    }
    return null
  } catch (error) {
    return fileProblem(file, error)
  }
}

/** With fewer writes the log stays short, so an idle server needs no checkpoint thread. */
const writesWithoutCheckpoint = 20

class Checkpoints {
  readonly #file: string
  readonly #finish: () => Promise<void>
  #writes = 0
  #thread: Worker | null = null

  /** `finish` is called when the writer should copy the rest of the log. */
  constructor(file: string, finish: () => Promise<void>) {
    this.#file = file
    this.#finish = finish
  }

  start() {
    if (this.#thread || ++this.#writes <= writesWithoutCheckpoint) return
    this.#thread = new Worker(threads.checkpoint, {
      name: 'checkpoint',
      workerData: { file: this.#file },
      // No limit for the old generation: with 16 MB V8 ended the process while the thread started.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    })
    // After a failure the log stays long until the next try; a lost writer is reported elsewhere.
    this.#thread.on('message', () => void this.#finish().catch(() => {}))
    // If the thread fails, the writer checkpoints itself at `walLimit`.
    this.#thread.on('error', () => {})
    this.#thread.unref()
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }
}

async function advance(tx: Tx, sequence: Sequence, by: number): Promise<number> {
  const row = await tx
    .insertInto('counters')
    .values({ name: sequence, value: by })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql<number>`counters.value + ${by}` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}
