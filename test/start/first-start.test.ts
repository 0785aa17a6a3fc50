import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { apiOf } from '../kit/api.ts'
import { atTerminal, inBash, keyShape, printedCommands } from './first-start-kit.ts'
import { runGalley, startServer, stopped } from './galley-process.ts'
import { freshHome } from './storage.ts'

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
