import { type CompiledQuery, Kysely, sql } from 'kysely'
import pg from 'pg'
import { Permits } from '../../permits.ts'
import type { Unit } from '../sharing-transactions.ts'
import type { ListColumn, Sequence, Store, Tx } from '../store.ts'
import type { Tables } from '../tables.ts'
import { WriteLoad } from '../write-load.ts'
import { openPool } from './client.ts'
import { postgresDialect } from './dialect.ts'
import { asOneText, listsOf } from './lists.ts'
import { type Manner, mostTogether, sendTogether } from './pipeline.ts'
import { PointReads } from './point-reads.ts'
import { ask } from './question.ts'
import { UnitGroups } from './unit-groups.ts'

const int8 = 20
/** Counters and times fit a double exactly; anything else keeps its usual form. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text')) as never,
}

const uniqueViolation = '23505'
/** Connection trouble (08), out of resources (53), shutting down (57P), and what the socket itself reports. */
const unavailable = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** What the driver itself says, without a code. */
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Query read timeout/

/** Milliseconds until a caller hears that the database does not answer, though the network says nothing. */
const patience = 5_000
const patienceForScans = 60_000
/** A question takes a core of the database as long as it runs: one workspace leaves as many to the others. */
const questionsAtOnce = 4
const questionsOfOne = 2
/** Connections for all but long reads; one workspace leaves some to the others. */
const connections = 11
const connectionsOfOne = 8
const manner: Manner = { types, patience }

/**
 * Milliseconds that a connection for questions is kept without any: a new one reads the catalogue of all months first,
 * and the first search on it takes 50 ms.
 */
const idleScans = 600_000

/**
 * The words of new requests are sorted in by another connection (`requests/pending-words.ts`). Until it comes round an
 * insert had better leave them: 4 MB, where PostgreSQL would begin by itself, are 26 to 44 ms.
 */
const leaveWordsOnTheirList = async (client: pg.ClientBase): Promise<void> => {
  await client.query("set gin_pending_list_limit = '16MB'")
}

export async function openPostgres(url: string): Promise<Store> {
  const pool = connect(url, connectionsOfOne, {
    max: connections,
    query_timeout: patience,
    onConnect: leaveWordsOnTheirList,
  })
  const scans = connect(url, questionsAtOnce, {
    max: questionsAtOnce + 1,
    query_timeout: patienceForScans,
    idleTimeoutMillis: idleScans,
  })
  const asking = {
    pool: scans,
    permits: new Permits(questionsAtOnce, questionsOfOne),
    patience: patienceForScans,
  }
  const reads = new PointReads(pool, manner)
  const load = new WriteLoad()
  const groups = new UnitGroups({
    together: (units) => appendGroup(pool, units),
    alone: (unit) => appendOnceMore(() => append(pool, unit)),
    isRefusal: (error) => !isUnavailable(error),
  })
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool, manner, isUnavailable) })
  const version = (await pool.query('show server_version')).rows[0].server_version as string

  return {
    dialect: 'postgres',
    version: `PostgreSQL ${version.split(' ')[0]}`,
    db,
    scan: new Kysely<Tables>({
      dialect: postgresDialect(scans, { types, patience: patienceForScans }, isUnavailable),
    }),
    transact: (work) => db.transaction().execute(work),
    append: (unit) => load.carry(unit, () => groups.append(unit)),
    appendIf: (condition, unit) =>
      load.carry(unit, () => appendOnceMore(() => appendIf(pool, condition, unit))),
    change: async <Row>(query: CompiledQuery<Row>) => (await pool.query(named(query))).rows as Row[],
    waiting: () => load.waiting(),
    fetch: <Row>(query: CompiledQuery<Row>, name: string) =>
      reads.fetch(name, query.sql, query.parameters) as Promise<Row[]>,
    async lists<Row extends readonly unknown[]>(query: CompiledQuery, columns: readonly ListColumn[]) {
      const { rows } = await pool.query<{ text: string | null }>(asOneText(query, columns))
      return listsOf(rows[0]!.text, columns) as unknown as Row[]
    },
    question: (query, milliseconds) => ask(asking, query, milliseconds),
    nextId: advance,
    takeIds: (sequence) => advance(db, sequence),
    isDuplicate: (error) => (error as { code?: unknown }).code === uniqueViolation,
    isUnavailable,
    unavailability: (error) =>
      (error as { code?: string }).code === diskFull
        ? 'The disk of the database is full. Writes fail until space is freed; reads work.'
        : 'Storage is out of reach at the moment; try again.',
    async trouble() {
      try {
        const { rows } = await pool.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
        return rows[0]!.is_standby ? 'PostgreSQL is a standby and refuses writes.' : null
      } catch (error) {
        return `PostgreSQL does not answer: ${(error as Error).message || (error as { code?: string }).code}.`
      }
    },
    lost: new Promise(() => {}),
    async close() {
      reads.close()
      await Promise.all([pool.end(), scans.end()])
    },
  }
}

function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return unavailable.test(code ?? '') || unavailableMessage.test(message ?? '')
}

/** The server has said what is wrong with a statement. */
const isRefusal = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '') && !isUnavailable(error)

function connect(url: string, mostOfOne: number, limits: pg.PoolConfig): pg.Pool {
  const pool = openPool(mostOfOne, {
    ...limits,
    connectionString: url,
    types,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    application_name: 'galley',
  })
  // A connection that dies is replaced by the pool. Without listeners it would end the process, whether it is
  // idle or between two statements of a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function advance(db: Kysely<Tables> | Tx, sequence: Sequence): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(${sequence}) as id`.execute(db)
  return rows[0]!.id
}

const deadlock = '40P01'
const diskFull = '53100'

/** Units that add to the same sums in another order may lock each other out; the one that gave way tries again. */
async function appendOnceMore<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 3; ; tries--) {
    try {
      return await attempt()
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock || tries === 1) throw error
    }
  }
}

async function append(pool: pg.Pool, unit: Unit): Promise<void> {
  const [only] = unit
  if (unit.length === 1 && only) await pool.query(named(only))
  else await appendStatements(pool, unit)
}

/** The units share one transaction. */
const appendGroup = (pool: pg.Pool, units: readonly Unit[]): Promise<void> =>
  appendStatements(pool, units.flat())

async function appendStatements(pool: pg.Pool, unit: Unit): Promise<void> {
  const statements = unit.map(named)
  const isDone = unit.length <= mostTogether && (await appendTogether(pool, statements))
  if (!isDone) await inTransaction(pool, (client) => runAll(client, statements))
}

/** In one message, which is a transaction by itself. False where the connection has not prepared all of them yet. */
async function appendTogether(pool: pg.Pool, statements: readonly Named[]): Promise<boolean> {
  const client = await pool.connect()
  const { parsedStatements: known } = client.connection as unknown as {
    parsedStatements: Record<string, string>
  }
  const isPrepared = statements.every(({ name }) => known[name] !== undefined)
  try {
    if (isPrepared) await sendTogether(client, statements, manner)
  } catch (error) {
    // What the server refused leaves a sound connection behind.
    client.release(!isRefusal(error))
    throw error
  }
  client.release()
  return isPrepared
}

function appendIf(pool: pg.Pool, condition: CompiledQuery, unit: Unit): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(named(condition))
    if (rowCount === 0) return false
    await runAll(client, unit.map(named))
    return true
  })
}

async function runAll(client: pg.PoolClient, statements: readonly Named[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(isUnavailable(error) || !(await isRolledBack(client)))
    throw error
  }
}

const isRolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

type Named = ReturnType<typeof named>

const named = ({ sql, parameters }: CompiledQuery) => ({
  name: statementName(sql),
  text: sql,
  values: parameters as unknown[],
})

const names = new Map<string, string>()

/** Appended statements come from a handful of prepared texts, so each text gets a name once. */
function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = `append_${names.size}`
    names.set(text, name)
  }
  return name
}
