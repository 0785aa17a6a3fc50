import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { apiOf } from '../kit/api.ts'
import { runGalley, startServer, stopped } from './galley-process.ts'
import { freshHome } from './storage.ts'

const keyShape = /pl_[0-9A-Za-z]{49}/g

/** The printed commands, each from `curl` to the line that closes its body. */
function printedCommands(text: string): string[] {
  return [...text.matchAll(/^ {4}(curl [\s\S]*?'\{[\s\S]*?\}')$/gm)].map(([, command]) => command!)
}

async function inBash(command: string, environment: NodeJS.ProcessEnv = {}) {
  const { stdout } = await promisify(execFile)('bash', ['-c', command], {
    env: { PATH: process.env['PATH'], ...environment },
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Starts the given command with a terminal as its output. */
const atTerminal = ['sh', '-c', 'exec script -qefc "$0 $*" /dev/null']

test('a first start at a terminal prints the address, a key, and commands that work when they are pasted', async (context) => {
  const { config, environment } = await freshHome(context)
  const server = await startServer(environment, { through: atTerminal })
  const text = server.output().replaceAll('\r', '')
  assert.match(text, /Galley listens on http:\/\/127\.0\.0\.1:\d+/)
  assert.match(text, config.databaseUrl ? /PostgreSQL \d+/ : /SQLite 3/)

  const keys = new Set(text.match(keyShape))
  assert.equal(keys.size, 1)
  const file = join(config.folder, 'api-key')
  assert.equal(readFileSync(file, 'utf8').trim(), [...keys][0])
  assert.equal(statSync(file).mode & 0o777, 0o600)

  const [publish, read, ...others] = printedCommands(text)
  assert.deepEqual(others, [])
  const published = await inBash(publish!)
  assert.equal(published['prompt_name'], 'hello')
  const answer = await inBash(read!)
  assert.match(JSON.stringify(answer['prompt_template']), /Say hello to Ada\./)
  // A monitor asks for any type.
  for (const method of ['GET', 'HEAD']) {
    const page = await fetch(server.address, { method })
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
  }
  assert.equal((await stopped(server)).code, 0)
})

test('without a terminal each line is JSON, and the key stays in its file', async (context) => {
  const { config, environment } = await freshHome(context)
  const server = await startServer({ ...environment, GALLEY_ACCESS_LOG: '1' })
  const headers = { 'x-api-key': readFileSync(join(config.folder, 'api-key'), 'utf8').trim() }
  const idOf = async (given: object) =>
    (await fetch(`${server.address}/prompt-templates`, { headers: { ...headers, ...given } })).headers.get(
      'x-request-id',
    )!
  assert.equal(await idOf({ 'x-request-id': 'trace/1:a' }), 'trace/1:a')
  const own = [await idOf({}), await idOf({ 'x-request-id': 'with spaces' })]
  assert.equal(new Set(own).size, 2)
  for (const id of own) assert.match(id, /^[\w-]{8}-[0-9a-z]+$/)
  const { stdout, stderr } = await stopped(server)
  assert.equal(keyShape.test(stdout + stderr), false)
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const { time } of lines) assert.ok(Date.parse(time) > 0)
  assert.deepEqual(
    lines.filter(({ access }) => access).map(({ reqId }) => reqId),
    ['trace/1:a', ...own],
  )
  const messages = lines.map(({ msg }) => msg)
  assert.ok(messages.some((msg) => msg?.endsWith(`Its API key is in ${join(config.folder, 'api-key')}.`)))
  assert.ok(messages.some((msg) => /Open this .*: http:\S+\/setup#\S+$/.test(msg)))
})

test('a key that is given works, and is neither printed nor written', async (context) => {
  const { config, environment } = await freshHome(context)
  const key = 'a-key-of-my-own-choice'
  const server = await startServer({ ...environment, GALLEY_API_KEY: key }, { through: atTerminal })
  assert.equal((await apiOf(server.address, key).get('/prompt-templates')).status, 200)
  const [publish, read] = printedCommands(server.output().replaceAll('\r', ''))
  await inBash(publish!, { GALLEY_API_KEY: key })
  const answer = await inBash(read!, { GALLEY_API_KEY: key })
  assert.match(JSON.stringify(answer['prompt_template']), /Ada/)
  const { stdout, stderr } = await stopped(server)
  assert.equal((stdout + stderr).includes(key), false)
  assert.equal(keyShape.test(stdout + stderr), false)
  assert.equal(existsSync(join(config.folder, 'api-key')), false)
})

test('a second start uses the data of the first, and prints no key', async (context) => {
  const { config, environment } = await freshHome(context)
  const first = await startServer(environment)
  const key = readFileSync(join(config.folder, 'api-key'), 'utf8').trim()
  await stopped(first)

  const second = await startServer({ ...environment, GALLEY_API_KEY: 'comes-too-late-to-be-used' })
  context.diagnostic(`ready ${Math.round(second.readyAfter)} ms after the start of the process`)
  assert.equal(keyShape.test(second.output()), false)
  assert.equal((await apiOf(second.address, key).get('/prompt-templates')).status, 200)
  assert.equal(
    (await apiOf(second.address, 'comes-too-late-to-be-used').get('/prompt-templates')).status,
    401,
  )
  assert.equal(readFileSync(join(config.folder, 'api-key'), 'utf8').trim(), key)
  await stopped(second)
})

test('a first start that fails for its port shows the key at the next start', async (context) => {
  const { environment } = await freshHome(context)
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  const port = String((occupant.address() as AddressInfo).port)

  const refused = await runGalley(['serve'], { ...environment, GALLEY_PORT: port })
  assert.equal(refused.code, 1)
  assert.equal(
    refused.stderr,
    `galley: Port ${port} of 127.0.0.1 is taken. Stop the program that uses it, or set GALLEY_PORT to another port.\n`,
  )
  occupant.close()

  const server = await startServer(environment)
  assert.match(server.output(), /A workspace named \\"default\\" is ready/)
  await stopped(server)
})
