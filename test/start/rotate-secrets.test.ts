import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readEnvironment } from '../../src/server/environment/index.ts'
import { openContext } from '../../src/server/open-context.ts'
import { keyIdOf } from '../../src/server/sealing/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { apiOf } from '../kit/api.ts'
import { type Environment, runGalley, startServer, stopped } from './galley-process.ts'
import { type Home, migratedHome } from './storage.ts'

const newKey = () => randomBytes(32).toString('base64')
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `VARIABLE_${index}`)
const secretOf = (name: string) => `value of ${name}`

async function fill(environment: Environment, { config }: Home, names: readonly string[]) {
  const server = await startServer(environment)
  const key = readFileSync(join(config.folder, 'api-key'), 'utf8').trim()
  const api = apiOf(server.address, key)
  const make = (name: string) => api.post('/api/public/v2/env-vars', { key: name, value: secretOf(name) })
  for (const { status } of await Promise.all(names.map(make))) assert.equal(status, 201)
  await api.post('/api/public/v2/env-vars', { key: 'EMPTY' })
  await stopped(server)
}

const rotate = (environment: Environment) => runGalley(['secrets', 'rotate'], environment)

/** The keys that seal the values, and the values opened with these keys. */
async function stored({ config }: Home, secretKey: string) {
  const context = await openContext({ ...config, secretKey })
  try {
    const rows = await context.store.scan.selectFrom('environment_variables').select('sealed_value').execute()
    const keys = rows.flatMap(({ sealed_value }) => (sealed_value ? [keyIdOf(sealed_value)] : []))
    return { keys: new Set(keys), values: (await readEnvironment(context, 1 as WorkspaceId, null)).values }
  } finally {
    await context.store.close()
  }
}

test('a rotation seals all values with the newest key, and the old key can be removed', async (context) => {
  const home = await migratedHome(context)
  const [first, second, third] = [newKey(), newKey(), newKey()]
  const withKeys = (...keys: string[]) => ({ ...home.environment, GALLEY_SECRET_KEY: keys.join(',') })
  // A step of the rotation has 100 values.
  const names = namesOf(250)
  await fill(withKeys(first), home, names)

  const rotated = await rotate(withKeys(second, first))
  assert.equal(rotated.code, 0, rotated.stderr)
  const { key, resealed } = JSON.parse(rotated.stdout)
  assert.equal(resealed, names.length)
  const { keys, values } = await stored(home, second)
  assert.deepEqual(keys, new Set([key]))
  assert.deepEqual(
    values,
    Object.fromEntries([...names.map((name) => [name, secretOf(name)]), ['EMPTY', '']]),
  )

  const again = await rotate(withKeys(second, first))
  assert.deepEqual(JSON.parse(again.stdout), { key, resealed: 0 })
  const lost = await rotate(withKeys(third, first))
  assert.equal(lost.code, 1)
  assert.match(lost.stderr, new RegExp(`sealed with key ${key}, and no setting has that key`))
})

test('an interrupted rotation continues', async (context) => {
  const home = await migratedHome(context)
  const [first, second] = [newKey(), newKey()]
  const withKeys = (...keys: string[]) => ({ ...home.environment, GALLEY_SECRET_KEY: keys.join(',') })
  await fill(withKeys(first), home, namesOf(120))

  const halfway = await openContext({ ...home.config, secretKey: `${second},${first}` })
  // EMPTY has no sealed value.
  const half = halfway.store.scan
    .selectFrom('environment_variables')
    .selectAll()
    .where('sealed_value', 'is not', null)
    .limit(100)
  for (const row of await half.execute()) {
    const location = { table: 'environment_variables.sealed_value', workspace: row.workspace_id, row: row.id }
    const resealed = halfway.secrets.reseal(row.sealed_value!, location)
    await halfway.store.transact(async (tx) => {
      await tx
        .updateTable('environment_variables')
        .set({ sealed_value: resealed })
        .where('id', '=', row.id)
        .execute()
    })
  }
  await halfway.store.close()

  const rotated = await rotate(withKeys(second, first))
  assert.equal(JSON.parse(rotated.stdout).resealed, 20)
  assert.equal((await stored(home, second)).keys.size, 1)
})

test('a value that no key opens is named, with the advice to keep all keys', async (context) => {
  const home = await migratedHome(context)
  const [first, second] = [newKey(), newKey()]
  const withKeys = (...keys: string[]) => ({ ...home.environment, GALLEY_SECRET_KEY: keys.join(',') })
  await fill(withKeys(first), home, namesOf(10))
  const opened = await openContext({ ...home.config, secretKey: first })
  await opened.store.transact(async (tx) => {
    const damaged = randomBytes(60)
    await tx.updateTable('environment_variables').set({ sealed_value: damaged }).where('id', '=', 7).execute()
  })
  await opened.store.close()

  const rotated = await rotate(withKeys(second, first))
  assert.equal(rotated.code, 1)
  assert.match(
    rotated.stderr,
    /^galley: 9 secrets were sealed again, but no key opens environment_variables\/1\/7\./,
  )
  const { code } = await rotate(withKeys(second))
  assert.equal(code, 1, 'the canary still asks for the old key')
})
