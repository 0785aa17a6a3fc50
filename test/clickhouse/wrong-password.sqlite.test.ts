import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClickHouse } from '../../src/server/clickhouse-copy/copy-tools.ts'
import { log } from '../journeys/support/requests.ts'
import { apiOf } from '../kit/api.ts'
import { until } from '../kit/until.ts'
import { killed, runGalley, startServer, stopped } from '../start/galley-process.ts'
import { freshHome } from '../start/storage.ts'
import { startClickHouse } from './start-clickhouse.ts'

const key = 'the-key-of-this-test'
const token = 'the-token-of-this-test'

test('a server with a wrong password of ClickHouse starts and reports it, and copies everything after a start with the right one', async (context) => {
  const { environment } = await freshHome(context)
  const clickhouse = await startClickHouse()
  context.after(() => clickhouse.stop())
  const { url, user, password } = clickhouse.config
  const settings = {
    ...environment,
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: user,
    GALLEY_API_KEY: key,
    GALLEY_METRICS_TOKEN: token,
  }
  const wrong = { ...settings, CLICKHOUSE_PASSWORD: 'an outdated secret' }
  const right = { ...settings, CLICKHOUSE_PASSWORD: password }
  const readyz = async (address: string) => {
    const reply = await fetch(`${address}/readyz`)
    return { status: reply.status, copy: ((await reply.json()) as { log_copy: Copy }).log_copy }
  }
  const failing = async (address: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const text = await (await fetch(`${address}/metrics`, { headers })).text()
    return /^galley_log_copy_failing (\d)$/m.exec(text)![1]
  }
  const refused = /^ClickHouse at 127\.0\.0\.1:\d+ refused the user or the password of CLICKHOUSE_URL\.$/

  const server = await startServer(wrong)
  context.after(() => killed(server))
  const id = await log(apiOf(server.address, key), { tags: ['meanwhile'] })
  await until(async () => (await readyz(server.address)).copy.problem !== null)
  const { status, copy } = await readyz(server.address)
  assert.equal(status, 200)
  assert.match(copy.problem!, refused)
  assert.ok(copy.pending > 0)
  assert.equal(await failing(server.address), '1')
  const { body } = await apiOf(server.address, key).get('/api/public/v2/storage')
  assert.match(body.storage.log_copy.problem, refused)
  assert.equal(body.storage.log_copy.size_bytes, null)
  const statusRun = await runGalley(['log', 'status'], wrong)
  assert.match(JSON.parse(statusRun.stdout).problem, refused)
  await killed(server)
  assert.doesNotMatch(server.output() + statusRun.stdout + statusRun.stderr, /outdated/)

  const next = await startServer(right)
  context.after(() => killed(next))
  await until(async () => (await readyz(next.address)).copy.pending === 0)
  assert.equal((await readyz(next.address)).copy.problem, null)
  assert.equal(await failing(next.address), '0')
  const client = new ClickHouse(clickhouse.config)
  assert.deepEqual(await client.rows('select id from requests'), [{ id }])
  await client.close()
  await stopped(next)
})

interface Copy {
  readonly problem: string | null
  readonly pending: number
}
