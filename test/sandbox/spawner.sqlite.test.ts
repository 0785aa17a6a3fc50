import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openSandbox, returned } from './kit.ts'
import { descendants, eventually, isRunning, runnersOf } from './processes.ts'

const linux = process.platform === 'linux'
const spawners = () =>
  descendants(process.pid).filter(({ command }) => command.includes('spawner-program.ts'))

test('one spawner starts all runners, and no call starts a process of the server itself', {
  skip: !linux,
}, async (t) => {
  const { run } = openSandbox(t)
  await Promise.all([run('javascript', 'return 1'), run('python', 'return 1')])
  const [spawner, ...others] = spawners()
  assert.deepEqual(others, [])
  const belowSpawner = new Set(descendants(spawner!.pid).map(({ pid }) => pid))
  const outside = descendants(process.pid).filter(({ pid }) => pid !== spawner!.pid && !belowSpawner.has(pid))
  assert.deepEqual(outside, [])
  assert.ok(runnersOf(process.pid).length >= 2)
})

test('a spawner that is killed takes its runners along, and their calls go to another one', {
  skip: !linux,
}, async (t) => {
  const { run } = openSandbox(t)
  returned(await run('javascript', 'return 1'))
  const code = 'const until = Date.now() + 2000; while (Date.now() < until) {}; return 3'
  const running = run('javascript', code, { timeoutMs: 60_000 })
  await new Promise((wake) => setTimeout(wake, 200))
  const [spawner] = spawners()
  const below = descendants(spawner!.pid)
  process.kill(spawner!.pid, 'SIGKILL')
  assert.equal(returned(await running), 3)
  await eventually('its processes are gone', () => below.every(({ pid }) => !isRunning(pid)))
  assert.equal(returned(await run('javascript', 'return 2')), 2)
  assert.notEqual(spawners()[0]!.pid, spawner!.pid)
})

test('neither spawner nor runners inherit an environment or a connection of the server', {
  skip: !linux,
}, async (t) => {
  process.env['GALLEY_TEST_SECRET'] = 'not for runners'
  t.after(() => delete process.env['GALLEY_TEST_SECRET'])
  const { run } = openSandbox(t)
  returned(await run('javascript', 'return 1'))
  for (const { pid } of [...spawners(), ...runnersOf(process.pid)])
    assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /SECRET|PATH|HOME/)
  for (const { pid } of runnersOf(process.pid)) {
    const sockets = readdirSync(`/proc/${pid}/fd`).filter((fd) =>
      readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:'),
    )
    assert.deepEqual(sockets, ['0', '1', '2'])
  }
})

test('a connection without the token of a runner is closed', { skip: !linux }, async (t) => {
  const { run } = openSandbox(t)
  returned(await run('javascript', 'return 1'))
  const name = spawners()[0]!.command.trim().split(' ').at(-1)!
  for (const token of [randomUUID(), '\0'.repeat(36)]) {
    const stranger = connect(`\0${name}`)
    stranger.write(`${token} and more`)
    stranger.on('error', () => {})
    stranger.resume()
    await once(stranger, 'close')
  }
  assert.equal(returned(await run('javascript', 'return 2')), 2)
})
