import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptySheet } from '../journeys/support/tables.ts'
import { apiOf } from '../kit/api.ts'
import { killed, runGalley, startServer, stopped } from './galley-process.ts'
import { freshHome } from './storage.ts'

const isRoot = process.getuid?.() === 0
/** A user who is not root needs a user namespace to mount. */
const unshare = ['--mount', ...(isRoot ? [] : ['--user', '--map-root-user']), '--']
const enter = ['--mount', ...(isRoot ? [] : ['--user', '--preserve-credentials'])]
const canMount = spawnSync('unshare', [...unshare, 'true']).status === 0

interface Disk {
  readonly options: Parameters<typeof startServer>[1]
  /** Returns the path of a file in the data folder. */
  at(name: string): string
  fill(): void
  free(): void
  /** True for a real disk, on which no byte can be written once it is full. */
  readonly isReal: boolean
}

const about = 'is read, refuses writes, and is written again when space is freed'
test(`a simulated full disk ${about}`, { timeout: 240_000 }, (context) => fillAndFree(context, simulatedDisk))
// A disk of 100 MB needs a mount.
if (canMount) test(`a full disk ${about}`, { timeout: 240_000 }, (context) => fillAndFree(context, smallDisk))

if (canMount)
  test('the write-ahead log gives its space to the database when a full disk has room again', {
    timeout: 240_000,
  }, async (context) => {
    const { config, environment } = await freshHome(context)
    const disk = await smallDisk(context, config.folder)
    const server = await startServer(environment, disk.options)
    context.after(() => killed(server))
    const api = apiOf(server.address, readFileSync(disk.at('api-key'), 'utf8').trim())
    const bytesOf = (name: string) => statSync(disk.at(name)).size
    writeFileSync(disk.at('filler'), Buffer.alloc(60_000_000))
    while ((await api.post('/log-request', large())).status === 200);
    const full = bytesOf('galley.db-wal')
    assert.ok(full > 1_000_000, `the log has ${full} bytes`)
    const ready = await untilReady(api, 503)
    assert.deepEqual([ready.status, ready.body.status], [503, 'unavailable'])
    assert.match(ready.body.reasons[0], /^The disk of .* is full/)
    disk.free()
    // Nothing is written meanwhile: a server that is not ready gets no calls.
    assert.equal((await untilReady(api, 200)).status, 200)
    while ((await api.post('/log-request', logged('small'))).status !== 200) await sleep(100)
    while (bytesOf('galley.db-wal') >= full) await sleep(100)
    assert.equal((await stopped(server)).code, 0)
  })

async function untilReady(api: ReturnType<typeof apiOf>, status: number) {
  for (let attempt = 0; attempt < 100 && (await api.get('/health/ready')).status !== status; attempt++)
    await sleep(100)
  return api.get('/health/ready')
}

type MakeDisk = (context: TestContext, folder: string) => Disk | Promise<Disk>

async function fillAndFree(context: TestContext, makeDisk: MakeDisk) {
  const { config, environment } = await freshHome(context)
  const disk = await makeDisk(context, config.folder)
  const start = async () => {
    const server = await startServer(environment, disk.options)
    context.after(() => killed(server))
    return { server, api: apiOf(server.address, readFileSync(disk.at('api-key'), 'utf8').trim()) }
  }
  const first = await start()
  assert.equal((await first.api.post('/log-request', logged('small'))).status, 200)
  assert.deepEqual((await first.api.get('/health/ready')).body, { status: 'ok', reasons: [] })
  disk.fill()
  const ready = await untilReady(first.api, 503)
  assert.deepEqual(ready.body, {
    status: 'unavailable',
    reasons: [`The disk of the data folder ${config.folder} is full.`],
  })
  const health = await first.api.get('/health')
  assert.deepEqual([health.status, health.body.reasons], [200, ready.body.reasons])
  assert.equal((await first.api.get('/health/live')).status, 200)
  const refused = await first.api.post('/log-request', large())
  assert.equal(refused.status, 503)
  assert.match(JSON.stringify(refused.body), /The disk of the server is full/)
  assert.equal((await first.api.get('/prompt-templates')).status, 200)
  assert.equal((await stopped(first.server)).code, 0)

  disk.fill()
  const second = await start()
  assert.match(second.server.output(), /"msg":"The disk of .* is full\. Galley serves reads/)
  assert.equal((await second.api.get('/prompt-templates')).status, 200)
  assert.equal((await second.api.post('/log-request', large())).status, 503)
  disk.free()
  assert.equal((await untilReady(second.api, 200)).status, 200)
  assert.equal((await second.api.post('/log-request', large())).status, 200)
  assert.equal((await stopped(second.server)).code, 0)

  if (!disk.isReal) return
  const third = await start()
  await startEndlessRun(third.api)
  rmSync(disk.at('reserve'), { force: true })
  disk.fill()
  // The write-ahead log still has space.
  for (const entry of [logged('x'.repeat(50_000)), logged('small')])
    while ((await third.api.post('/log-request', entry)).status === 200);
  await killed(third.server)
  const fourth = await start()
  assert.equal((await fourth.api.get('/prompt-templates')).status, 200)
  disk.free()
  assert.equal((await stopped(fourth.server)).code, 0)

  rmSync(disk.at('reserve'), { force: true })
  disk.fill()
  const { code, stdout, stderr } = await runGalley(['serve'], environment, disk.options)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^galley: The disk of .* is full.*Free some space.*\n$/)
}

/** A kill during the run leaves a job that the next start puts back into the queue. */
async function startEndlessRun(api: ReturnType<typeof apiOf>) {
  const sheet = await emptySheet(api)
  await sheet.column('text')
  await sheet.add([{}])
  await sheet.column('endless', 'CODE_EXECUTION', { code: 'while (true) {}', language: 'JAVASCRIPT' })
  const isRunning = async () => {
    const { body } = await api.get(`${sheet.path}/status-counts`)
    return body.status_counts.DISPATCHED + body.status_counts.RUNNING > 0
  }
  while (!(await isRunning())) await sleep(50)
}

const logged = (input: string) => ({
  provider: 'openai',
  model: 'm',
  input: chat(input),
  output: chat(''),
  request_start_time: 1_760_000_000,
  request_end_time: 1_760_000_001,
})
const large = () => logged(randomBytes(1_500_000).toString('base64'))

const chat = (text: string) => ({
  type: 'chat',
  messages: [{ role: 'user', content: [{ type: 'text', text }] }],
})

/** A disk of 100 MB at the folder, seen only by programs that are started through it. */
async function smallDisk(context: TestContext, folder: string): Promise<Disk> {
  const mount = `mount -t tmpfs -o size=100m none "${folder}" && echo mounted && exec sleep 600`
  const holder = spawn('unshare', [...unshare, 'sh', '-c', mount], { stdio: ['ignore', 'pipe', 'inherit'] })
  context.after(() => holder.kill())
  await once(holder.stdout, 'data')
  const at = (name: string) => join(`/proc/${holder.pid}/root`, folder, name)
  return {
    at,
    isReal: true,
    options: { through: ['nsenter', '--target', String(holder.pid), ...enter, '--'] },
    fill() {
      const file = openSync(at('filler'), 'a')
      for (const size of [1_000_000, 4096]) writeUntilFull(file, Buffer.alloc(size))
      closeSync(file)
    },
    free: () => rmSync(at('filler')),
  }
}

/** Simulates a full disk for the server alone, where no file system may be mounted. */
function simulatedDisk(context: TestContext, folder: string): Disk {
  const flag = join(folder, '..', `${basename(folder)}-is-full`)
  context.after(() => rmSync(flag, { force: true }))
  const preload = new URL('./simulated-disk.ts', import.meta.url)
  preload.searchParams.set('full', flag)
  return {
    isReal: false,
    options: { nodeArguments: ['--import', preload.href] },
    at: (name) => join(folder, name),
    fill: () => writeFileSync(flag, ''),
    free: () => rmSync(flag),
  }
}

function writeUntilFull(file: number, bytes: Buffer) {
  try {
    for (;;) writeSync(file, bytes)
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'ENOSPC')
  }
}
