import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Unit } from '../sharing-transactions.ts'
import { OvertakenError } from '../store.ts'
import { settings } from './connection-settings.ts'
import { isDeadlock, isRefusal, isUnavailable } from './errors.ts'
import { maxStatements, sendTogether } from './pipeline.ts'

/** Attempts at a transaction. Each that ends in a deadlock lasts the second of `deadlock_timeout`. */
const maxAttempts = 5

/**
 * Repeats a transaction that was overtaken, or rolled back because of a deadlock. Fixed lock orders avoid most
 * deadlocks; units and triggers that update the same sums and media in different orders remain.
 */
export async function retryTransaction<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      const mayRepeat = error instanceof OvertakenError || isDeadlock(error)
      if (!mayRepeat || attempt === maxAttempts) throw error
    }
  }
}

export async function append(pool: pg.Pool, unit: Unit): Promise<void> {
  const [only] = unit
  if (unit.length === 1 && only) await pool.query(preparedQuery(only))
  else await appendStatements(pool, unit)
}

export async function appendStatements(pool: pg.Pool, unit: Unit): Promise<void> {
  const statements = unit.map(preparedQuery)
  const isDone = unit.length <= maxStatements && (await appendTogether(pool, statements))
  if (!isDone) await inTransaction(pool, (client) => runAll(client, statements))
}

/**
 * Sends all statements in one message, as one implicit transaction. Returns false if the connection has not prepared
 * all statements yet.
 */
async function appendTogether(pool: pg.Pool, statements: readonly Named[]): Promise<boolean> {
  const client = await pool.connect()
  const { parsedStatements: preparedTexts } = client.connection as unknown as {
    parsedStatements: Record<string, string>
  }
  const isPrepared = statements.every(({ name }) => preparedTexts[name] !== undefined)
  try {
    if (isPrepared) await sendTogether(client, statements, settings)
  } catch (error) {
    // The connection can still be used if the server refused a statement.
    client.release(!isRefusal(error))
    throw error
  }
  client.release()
  return isPrepared
}

export function appendIf(pool: pg.Pool, condition: CompiledQuery, unit: Unit): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(preparedQuery(condition))
    if (rowCount === 0) return false
    await runAll(client, unit.map(preparedQuery))
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

type Named = ReturnType<typeof preparedQuery>

export const preparedQuery = ({ sql, parameters }: CompiledQuery) => ({
  name: statementName(sql),
  text: sql,
  values: parameters as unknown[],
})

const names = new Map<string, string>()

/** Returns a name for each statement text; appends use only a few texts. */
function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = `append_${names.size}`
    names.set(text, name)
  }
  return name
}
