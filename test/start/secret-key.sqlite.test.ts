import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Environment, runGalley, startServer, stopped } from './galley-process.ts'
import { freshHome, migratedHome } from './storage.ts'

const newKey = () => randomBytes(32).toString('base64')

async function startAndStop(environment: Environment) {
  assert.equal((await stopped(await startServer(environment))).code, 0)
}

async function refused(environment: Environment, message: RegExp) {
  const { code, stdout, stderr } = await runGalley(['serve'], { GALLEY_PORT: '0', ...environment })
  assert.equal(code, 1, stdout)
  assert.match(stderr, message)
  assert.equal(stderr.trim().split('\n').length, 1)
  const secret = environment['GALLEY_SECRET_KEY']
  assert.ok(!secret || !(stdout + stderr).includes(secret))
}

test('the first start makes a key that only this user reads; later starts use it', async (context) => {
  const { config, environment } = await freshHome(context)
  await startAndStop(environment)
  const file = join(config.folder, 'secret-key')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const key = readFileSync(file, 'utf8')
  await startAndStop(environment)
  assert.equal(readFileSync(file, 'utf8'), key)
})

test('a start with another key, or without the file, is refused and changes no data', async (context) => {
  const { config, environment } = await migratedHome(context)
  await startAndStop(environment)
  const file = join(config.folder, 'secret-key')
  const key = readFileSync(file, 'utf8').trim()
  const wrong =
    /^galley: The secrets of this database were sealed with key [0-9a-f]{8}, and no setting has that key\./
  await refused({ ...environment, GALLEY_SECRET_KEY: newKey() }, wrong)
  rmSync(file)
  await refused(environment, wrong)
  writeFileSync(file, `${key}\n`)
  await startAndStop(environment)
  await startAndStop({ ...environment, GALLEY_SECRET_KEY: key })
})

test('a start with a malformed key writes nothing into its database', async (context) => {
  const { config, environment } = await freshHome(context)
  await refused(
    { ...environment, GALLEY_SECRET_KEY: 'changeme' },
    /^galley: Key 1 of GALLEY_SECRET_KEY is not/,
  )
  assert.deepEqual(
    readdirSync(config.folder).filter((name) => /galley\.db|secret-key/.test(name)),
    [],
  )
})

test('a key may come from the environment or from a file, and then none is made', async (context) => {
  const { config, environment } = await migratedHome(context)
  const key = newKey()
  await startAndStop({ ...environment, GALLEY_SECRET_KEY: key })
  const file = join(config.folder, 'given-key')
  writeFileSync(file, key)
  await startAndStop({ ...environment, GALLEY_SECRET_KEY_FILE: file })
  assert.equal(existsSync(join(config.folder, 'secret-key')), false)
  const both = { ...environment, GALLEY_SECRET_KEY: key, GALLEY_SECRET_KEY_FILE: file }
  await refused(both, /^galley: Set GALLEY_SECRET_KEY or GALLEY_SECRET_KEY_FILE, not both\./)
  await refused(
    { ...environment, GALLEY_SECRET_KEY: 'changeme' },
    /^galley: Key 1 of GALLEY_SECRET_KEY is not/,
  )
  await refused({ ...environment, CODE_SANDBOX: 'loose' }, /^galley: CODE_SANDBOX must be one of/)
})
