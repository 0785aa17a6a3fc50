import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { apiOf } from '../kit/api.ts'
import { atTerminal, inBash, keyShape, printedCommands } from './first-start-kit.ts'
import { startServer, stopped } from './galley-process.ts'
import { freshHome } from './storage.ts'

test('without a terminal each line is JSON, and the key stays in its file', async (context) => {
  const { config, environment } = await freshHome(context)
  const server = await startServer({ ...environment, GALLEY_ACCESS_LOG: '1' })
  const headers = { 'x-api-key': readFileSync(join(config.folder, 'api-key'), 'utf8').trim() }
  const idOf = async (environment: object) =>
    (
      await fetch(`${server.address}/prompt-templates`, { headers: { ...headers, ...environment } })
    ).headers.get('x-request-id')!
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
