import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiOf } from '../kit/api.ts'
import {
  closedPort,
  type GalleyProcess,
  killed,
  startProcess,
  startServer,
  stopped,
} from './galley-process.ts'
import { freshHome } from './storage.ts'

const storageTroubles = 'a server goes on when its log cannot be written'

/** `/dev/full` refuses each write as a full disk does. */
if (existsSync('/dev/full'))
  test(`${storageTroubles}: the disk of the log is full`, async (context) => {
    const { environment } = await freshHome(context)
    const port = await closedPort()
    const server = startProcess(
      ['serve'],
      { ...environment, GALLEY_PORT: String(port), GALLEY_ACCESS_LOG: '1' },
      { through: ['sh', '-c', 'exec "$@" > /dev/full 2>&1', 'sh'] },
    )
    context.after(() => killed(server))
    await answers(`http://127.0.0.1:${port}`, server)
    assert.equal((await stopped(server)).code, 0)
  })

test(`${storageTroubles}: the reader of the log has ended`, async (context) => {
  const { environment } = await freshHome(context)
  const server = await startServer({ ...environment, GALLEY_ACCESS_LOG: '1' })
  context.after(() => killed(server))
  server.child.stdout!.destroy()
  server.child.stderr!.destroy()
  await answers(server.address, server)
  assert.equal((await stopped(server)).code, 0)
})

/** Waits until the server answers, and calls it until it has written several lines of its access log. */
async function answers(address: string, { child }: GalleyProcess) {
  const isEnded = () => child.exitCode !== null || child.signalCode !== null
  const api = apiOf(address, null)
  const health = async () => (await api.get('/health/live')).status
  let status = await health().catch(() => 0)
  while (status === 0 && !isEnded()) {
    await sleep(50)
    status = await health().catch(() => 0)
  }
  assert.ok(!isEnded(), 'the server has ended')
  for (let calls = 0; calls < 5; calls++) assert.equal(await health(), 200)
}
