import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { programSchema } from '../../src/server/db/index.ts'
import { openDatabase } from '../crash/database.ts'
import { type GalleyServer, presentProgram, startServer, stopped } from '../start/galley-process.ts'
import { freshHome, type Home } from '../start/storage.ts'
import { Load } from './load.ts'
import { laterProgram, program010 } from './programs.ts'

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

/** PostgreSQL: a process of the newer version starts beside one of the older version and replaces it, under load. */
async function replace(home: Home, older: string, newer: string): Promise<void> {
  const load = new Load(key)
  const first = await start(home, older)
  load.add(first.address)
  await load.logs(20)
  const second = await start(home, newer)
  load.add(second.address)
  await load.logs(20)
  await load.remove(first.address)
  assert.equal((await stopped(first)).code, 0)
  await load.logs(20)
  await load.end()
  await stopped(second)
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

async function run(
  context: TestContext,
  older: string,
  newer: string,
  back: readonly string[],
): Promise<void> {
  const home = await freshHome(context)
  if (home.config.databaseUrl) await replace(home, older, newer)
  else await takeTurns(home, [older, newer, ...back])
}

test('this version and a version with one more migration work on the same storage', async (context) => {
  const later = laterProgram(context, programSchema())
  await run(context, presentProgram, later, [presentProgram])
})

test('this version replaces 0.1.0 without a failed call', async (context) => {
  const older = program010(context)
  if (older) await run(context, older, presentProgram, [])
  else context.diagnostic('the history of this clone does not reach back to 0.1.0')
})
