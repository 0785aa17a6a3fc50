import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../src/server/db/index.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { runGalley, startServer, stopped } from '../start/galley-process.ts'
import { freshHome, type Home } from '../start/storage.ts'
import { createTool, javascript, python, toolPath } from './support/tools.ts'

const count = 20
/** Some secrets contain characters that JSON escapes. */
const secrets = Array.from({ length: count }, (_, index) => {
  const sign = ['', '"', '\\', 'ü', '\n'][index % 5]
  return `canary-${index}-${sign}-${randomBytes(12).toString('hex')}`
})

/** A text in plain form, in JSON, in addresses, in hex, and in base64 at each offset. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
    // The first and last characters depend on their neighbours.
    const inner = (text: string) => text.slice(shift === 0 ? 0 : 4, Math.floor(whole.length / 3) * 4)
    return [inner(whole.toString('base64')), inner(whole.toString('base64url'))]
  })
  const random = secret.slice(-24)
  const hex = bytes.toString('hex')
  return [
    ...base64,
    random,
    Buffer.from(random).toString('hex'),
    hex,
    hex.toUpperCase(),
    encodeURIComponent(secret),
  ]
}
const forms = secrets.flatMap(formsOf)

function assertClean(source: string, bytes: Buffer | string) {
  const secret = forms.find((form) => bytes.includes(form))
  assert.equal(secret, undefined, `${source} shows a secret`)
}

/** A client that searches every answer for secrets, headers too. */
function checkedApi(address: string, key: string): Api {
  const api = apiOf(address, key)
  const checked =
    <A extends unknown[]>(call: (...args: A) => ReturnType<Api['get']>) =>
    async (...given: A) => {
      const reply = await call(...given)
      assertClean('an answer', JSON.stringify(reply.body))
      assertClean('an answer as text', unescaped(reply.body))
      assertClean('a header', JSON.stringify([...reply.headers]))
      return reply
    }
  const { get, post, put, patch, delete: remove } = api
  return {
    get: checked(get),
    post: checked(post),
    put: checked(put),
    patch: checked(patch),
    delete: checked(remove),
  }
}

/** All texts of a value, without JSON's escapes. */
function unescaped(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .flatMap(([key, item]) => [key, unescaped(item)])
    .join('\n')
}

const shared = '/api/public/v2/env-vars'
const own = `${toolPath('watched')}/env-vars`
const code = {
  javascript: javascript(
    'console.log(JSON.stringify(env)); console.error(Object.values(env).join()); if (args.fail) throw new Error(JSON.stringify(env)); return [env, Object.values(env).join(" ")]',
  ),
  python: python(
    'import json\nprint(env)\nif args.get("fail"):\n    raise ValueError(json.dumps(env))\nreturn [env, " ".join(env.values())]',
  ),
}

/** Sends every secret through every input, in accepted and refused calls. */
async function writeEverywhere(api: Api) {
  const { body: other } = await api.post('/api/public/v2/tool-registry', {
    name: 'other',
    tool_definition: {},
  })
  for (const [index, secret] of secrets.entries())
    for (const path of [shared, own]) {
      const created = await api.post(path, { key: `SECRET_${index}`, value: secret })
      assert.equal(created.status, 201)
      const { id } = Object.values(created.body)[1] as { id: number }
      const statuses = [
        (await api.post(path, { key: `SECRET_${index}`, value: secret })).status,
        (await api.post(path, { key: `no name ${index}`, value: secret })).status,
        (await api.post(path, { key: `LONG_${index}`, value: secret.repeat(400) })).status,
        (await api.post(path, { key: `WRONG_${index}`, value: [secret] })).status,
        (await api.post(path, { value: { secret } })).status,
        (await api.post(path, `{"key": "BROKEN", "value": ${JSON.stringify(secret)}`)).status,
        (await api.post(path, `{"key": "BROKEN", "value": ${secret}}`)).status,
        (await api.patch(`${path}/${id}`, { value: secret })).status,
        (await api.patch(`${path}/987654`, { value: secret })).status,
        (await api.patch(`${path}/${id}`, { value: [secret] })).status,
        (await api.patch(`${path}/${id}`, JSON.stringify(secret))).status,
        (await api.post(`${toolPath('nobody')}/env-vars`, { key: 'LOST', value: secret })).status,
        (await api.patch(`${toolPath(other.tool_registry.id)}/env-vars/${id}`, { value: secret })).status,
      ]
      assert.deepEqual(statuses, [409, 422, 422, 422, 422, 422, 422, 200, 404, 422, 422, 404, 404])
    }
}

async function readEverywhere(api: Api, address: string) {
  for (const path of [
    shared,
    own,
    toolPath('watched'),
    '/api/public/v2/tool-registry',
    '/health',
    '/openapi.json',
  ])
    assert.equal((await api.get(path)).status, 200)
  for (const execution of Object.values(code))
    for (const fail of [false, true]) {
      const path = `${toolPath('watched')}/test-execute`
      const { status, body } = await api.post(path, { execution, inputs: { fail } })
      assert.deepEqual([status, body.result.status], [200, fail ? 'error' : 'success'])
      assert.match(JSON.stringify(body), /\*\*\*/)
    }
  const stranger = apiOf(address, 'no key')
  for (const secret of secrets)
    assertClean(
      'an answer to a stranger',
      JSON.stringify((await stranger.post(shared, { value: secret })).body),
    )
}

/** The files on disk, as bytes, and the tables, as text. */
async function checkStorage({ config }: Home) {
  for (const name of globSync('**/*', { cwd: config.folder })) {
    const file = join(config.folder, name)
    if (statSync(file).isFile()) assertClean(name, readFileSync(file))
  }
  const store = await openStore(config)
  try {
    const tables = (await store.scan.introspection.getTables()).filter(({ isView }) => !isView)
    assert.ok(tables.length > 10)
    for (const { name } of tables) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(store.scan)
      for (const row of rows)
        for (const value of Object.values(row))
          assertClean(name, value instanceof Uint8Array ? Buffer.from(value) : String(value))
    }
  } finally {
    await store.close()
  }
}

test('no secret shows in an answer, in the log, on disk or in a dump, in any form', async (context) => {
  const home = await freshHome(context)
  const environment = { ...home.environment, GALLEY_LOG_LEVEL: 'trace' }
  const server = await startServer(environment)
  context.after(() => server.child.kill('SIGKILL'))
  const api = checkedApi(server.address, readFileSync(join(home.config.folder, 'api-key'), 'utf8').trim())
  await createTool(api, 'watched', { execution: code.javascript })
  await writeEverywhere(api)
  await readEverywhere(api, server.address)
  await checkStorage(home)
  const { stdout, stderr } = await stopped(server)
  assertClean('the log', stdout + stderr)

  const key = readFileSync(join(home.config.folder, 'secret-key'), 'utf8').trim()
  const newKey = randomBytes(32).toString('base64')
  const rotated = await runGalley(['secrets', 'rotate'], {
    ...environment,
    GALLEY_SECRET_KEY: `${newKey},${key}`,
  })
  assert.equal(JSON.parse(rotated.stdout).resealed, 2 * count)
  assertClean('the command', rotated.stdout + rotated.stderr)
  await checkStorage(home)
})
