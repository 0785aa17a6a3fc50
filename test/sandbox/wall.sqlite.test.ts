import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { probeLayers } from '../../src/server/edge/sandbox/layers/probe.ts'
import { emptyFolder } from './kit.ts'

/** Node without its own restrictions: the state of code that has escaped from everything inside. */
const escaped = `
import { execSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
const [secret, target, port, server] = process.argv.slice(2)
const attempts = {
  read: () => readFileSync(secret, 'utf8'),
  write: () => writeFileSync(target, 'x'),
  writeOwn: () => writeFileSync(import.meta.filename, 'x'),
  writeRoot: () => writeFileSync('/x', 'x'),
  passwords: () => readFileSync('/etc/passwd', 'utf8'),
  environment: () => readFileSync('/proc/' + server + '/environ', 'utf8'),
  spawn: () => execSync('id').toString(),
  kill: () => process.kill(Number(server), 0),
  killParent: () => process.ppid > 1 && process.kill(process.ppid, 0),
  becomeRoot: () => process.setuid(0),
  up: () => { process.chdir('/..'); return readdirSync('/..').includes('home') || (() => { throw new Error('no') })() },
}
const reached = {}
for (const [name, attempt] of Object.entries(attempts)) try { if (attempt() !== false) reached[name] = true } catch {}
const end = () => console.log(JSON.stringify(reached))
connect(Number(port), '127.0.0.1').on('connect', () => { reached.network = true; end(); process.exit() }).on('error', end)
`

test('the namespace layer alone confines a program that escaped the other layers', async (t) => {
  const folder = emptyFolder()
  const inside = emptyFolder()
  const jail = join(folder, 'jail')
  mkdirSync(jail)
  const { layer, details } = await probeLayers(['bubblewrap', 'namespaces'], jail)
  if (!/: works/.test(details)) return t.skip(details)

  const [secret, target, entry] = [
    join(folder, 'secret'),
    join(folder, 'target'),
    join(inside, 'escaped.mjs'),
  ]
  writeFileSync(secret, randomUUID())
  writeFileSync(entry, escaped)
  let hits = 0
  const listener = createServer((socket) => {
    hits++
    socket.destroy()
  })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  t.after(() => listener.close())
  const { port } = listener.address() as { port: number }
  const words = [secret, target, String(port), String(process.pid)]

  const run = ([program, ...rest]: string[]) =>
    new Promise<Record<string, boolean>>((resolve, reject) => {
      execFile(program!, rest, { env: {}, cwd: '/' }, (error, out) =>
        error ? reject(error) : resolve(JSON.parse(out)),
      )
    })
  const node = [process.execPath, entry, ...words]
  const launch = { entry, arguments: words, readable: [inside] }
  assert.deepEqual(await run(layer.wrap(launch, node, { jail, parent: process.pid })), {})
  assert.equal(hits, 0)
  assert.equal(existsSync(target), false)

  // The control: without the wall, the same program reaches its targets.
  const bare = await run(node)
  for (const name of ['read', 'write', 'passwords', 'kill', 'spawn', 'network'])
    assert.equal(bare[name], true, name)
})
