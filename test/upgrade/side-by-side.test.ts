import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { programSchema } from '../../src/server/db/index.ts'
import { openDatabase } from '../crash/database.ts'
import { type GalleyServer, startServer, stopped } from '../start/galley-process.ts'
import { freshHome, type Home } from '../start/storage.ts'
import { Load } from './load.ts'
import { laterProgram, presentProgram, program010 } from './programs.ts'

/** A version and its successor on the same storage, both writing. */

const key = 'the-key-of-the-test-of-upgrades'

const start = ({ environment }: Home, program: string) =>
  startServer({ ...environment, GALLEY_API_KEY: key }, { program })

/** Every acknowledged request is stored once, and counted once in the sums. */
async function checkStored({ config }: Home, { logged, failures }: Load): Promise<void> {
  assert.deepEqual(failures, [])
  const database = await openDatabase(config)
  const rows = await database.query('select function_name from requests order by id')
  const [hours] = await database.query('select sum(requests) as requests from request_hours')
  const arrivals = config.databaseUrl ? [] : await database.query('select 1 from request_arrivals')
  await database.close()
  assert.deepEqual(rows.map((row) => row['function_name']).sort(), logged.toSorted())
  assert.equal(Number(hours!['requests']) + arrivals.length, logged.length)
}

/** PostgreSQL: two processes are replaced one after the other, under load. */
async function roll(home: Home, older: string, newer: string): Promise<void> {
  const load = new Load(key)
  const first = await start(home, older)
  const second = await start(home, older)
  for (const { address } of [first, second]) load.add(address)
  await load.logs(20)
  const replace = async (server: GalleyServer) => {
    const next = await start(home, newer)
    load.add(next.address)
    await load.logs(20)
    await load.remove(server.address)
    assert.equal((await stopped(server)).code, 0)
    return next
  }
  const third = await replace(first)
  const fourth = await replace(second)
  await load.logs(20)
  await load.end()
  for (const server of [third, fourth]) await stopped(server)
  await checkStored(home, load)
}

/** SQLite allows one process, so the versions take turns. */
async function takeTurns(home: Home, programs: readonly string[]): Promise<void> {
  const load = new Load(key)
  let last: GalleyServer | null = null
  for (const program of programs) {
    const server: GalleyServer = await start(home, program)
    const turn = new Load(key)
    turn.add(server.address)
    await turn.logs(15)
    await turn.end()
    load.logged.push(...turn.logged)
    load.failures.push(...turn.failures)
    last = server
    assert.equal((await stopped(server)).code, 0)
  }
  assert.ok(last)
  await checkStored(home, load)
}

async function side(
  context: TestContext,
  older: string,
  newer: string,
  back: readonly string[],
): Promise<void> {
  const home = await freshHome(context)
  if (home.config.databaseUrl) await roll(home, older, newer)
  else await takeTurns(home, [older, newer, ...back])
}

test('this version and a version with one more migration work on the same storage', async (context) => {
  const later = laterProgram(context, programSchema())
  await side(context, presentProgram, later, [presentProgram, later])
})

test('this version replaces 0.1.0 without a failed call', async (context) => {
  const older = program010(context)
  if (older) await side(context, older, presentProgram, [])
  else context.diagnostic('the history of this clone does not reach back to 0.1.0')
})
