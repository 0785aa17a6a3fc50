import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Language } from '../../src/server/edge/sandbox/index.ts'
import type { SandboxLevel } from '../../src/server/edge/sandbox/layers/launch.ts'
import { javascriptEscapes } from './escapes-javascript.ts'
import { pythonEscapes } from './escapes-python.ts'
import { emptyFolder, openSandbox, returned } from './kit.ts'

const folder = emptyFolder()
const secret = join(folder, 'secret.txt')
const target = join(folder, 'target.txt')
const inFile = `file-canary-${randomUUID()}`
const inEnvironment = `env-canary-${randomUUID()}`
const corpora: Record<Language, Readonly<Record<string, string>>> = {
  javascript: javascriptEscapes,
  python: pythonEscapes,
}
const whole = process.env['GALLEY_SANDBOX_WHOLE'] === '1'
/**
 * An attempt that fails without the operating system's walls fails behind them too, so all run without walls, and a sample
 * of Python's, which are slow, at the best level of this machine.
 */
const levels: Record<string, SandboxLevel[] | undefined> = {
  'no namespace': ['permission'],
  'every layer': undefined,
}

let hits = 0
let listener: Server
let port: number

before(async () => {
  writeFileSync(secret, inFile)
  process.env['GALLEY_TEST_CANARY'] = inEnvironment
  listener = createServer((socket) => {
    hits++
    socket.destroy()
  })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  port = (listener.address() as { port: number }).port
})
after(() => listener.close())

test('the corpora hold at least 60 attempts for each language', () => {
  for (const corpus of Object.values(corpora)) assert.ok(Object.keys(corpus).length >= 60)
})

for (const language of ['javascript', 'python'] as const)
  for (const [name, allowed] of Object.entries(levels))
    describe(`${language} with ${name}`, () => {
      const { run } = openSandbox({ after }, { levels: allowed })
      const sampled = language === 'python' && !allowed && !whole
      const attempts = Object.entries(corpora[language]).filter((_, index) => !sampled || index % 5 === 0)
      for (const [attempt, code] of attempts)
        test(attempt, async () => {
          const data = { secret, target, port, server: process.pid }
          const outcome = await run(language, code, { data, timeoutMs: 5_000 })
          const outcomeText = JSON.stringify(outcome)
          assert.ok(!outcomeText.includes(inFile), `the file was read: ${outcomeText.slice(0, 500)}`)
          assert.ok(
            !outcomeText.includes(inEnvironment),
            `the environment was read: ${outcomeText.slice(0, 500)}`,
          )
          assert.ok(!existsSync(target), `the file was written: ${outcomeText.slice(0, 500)}`)
          assert.equal(readFileSync(secret, 'utf8'), inFile)
          assert.equal(hits, 0, `the port was reached: ${outcomeText.slice(0, 500)}`)
          assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
          assert.equal(returned(await run(language, 'return data', { data: 7 })), 7)
        })
    })
