import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openStore, type Store } from '../../src/server/db/index.ts'
import { setupCode } from '../../src/server/people/index.ts'
import { ada, Visitor } from '../journeys/support/browser-api.ts'
import { exportSpans, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { log } from '../journeys/support/requests.ts'
import { emptySheet } from '../journeys/support/tables.ts'
import { rowCounts } from '../journeys/support/workspace-tables.ts'
import { apiOf, bodyOf } from '../kit/api.ts'
import { until } from '../kit/until.ts'
import { environmentOf, runGalley } from '../start/galley-process.ts'
import { RestartingServer } from './restarting-server.ts'

/** A deletion of a workspace on a server that is killed several times. */

const requestCount = 300
const traceCount = 10
const kills = 3
const key = 'the-key-of-the-deletion-crash-test'

let server: RestartingServer
let store: Store

before(async () => {
  server = await RestartingServer.start(key)
  await server.address()
  store = await openStore(server.config)
})
after(async () => {
  await store.close()
  await server.stop()
})

test('a deletion continues after each kill, and counts each request and trace once', async (context) => {
  const visitor = new Visitor({ baseUrl: await server.address() })
  const code = await setupCode(store, Date.now())
  bodyOf(await visitor.send('POST', '/setup', { code, ...ada }), 201)
  const { id } = bodyOf(await visitor.send('POST', '/workspaces', { name: 'Research' }), 201).workspace
  const { key: own } = bodyOf(await visitor.send('POST', '/api-keys', { name: 'own' }), 201)
  const api = apiOf(await server.address(), own)
  for (let count = 0; count < requestCount; count += 10)
    await Promise.all(Array.from({ length: 10 }, () => log(api)))
  for (let count = 0; count < traceCount; count++) await exportSpans(api, otlpSpan({ traceId: newTraceId() }))
  const sheet = await emptySheet(api)
  await sheet.column('Note')
  bodyOf(await visitor.send('DELETE', `/workspaces/${id}`, { name: 'Research' }))

  const receipt = async () => {
    const rows = store.db.selectFrom('workspace_deletions').selectAll().where('workspace_id', '=', id)
    const { finished_at, counts } = await rows.executeTakeFirstOrThrow()
    return { isFinished: finished_at !== null, counts: JSON.parse(counts) as Record<string, number> }
  }
  const deletedRows = async () =>
    Object.values((await receipt()).counts).reduce((sum, count) => sum + count, 0)
  let kill = 0
  for (; kill < kills && !(await receipt()).isFinished; kill++) {
    const before = await deletedRows()
    await until(async () => (await deletedRows()) > before + 20 || (await receipt()).isFinished)
    await server.kill()
  }
  context.diagnostic(`killed ${kill} times`)
  assert.ok(kill > 0)
  const { counts } = await until(receipt, ({ isFinished }) => isFinished)
  assert.deepEqual([counts['requests'], counts['traces']], [requestCount, traceCount])
  const { jobs, ...left } = await rowCounts(store, id)
  assert.deepEqual([left, jobs], [{}, 1])
  const returning = new Visitor({ baseUrl: await server.address() })
  returning.cookie = visitor.cookie
  const { workspaces } = bodyOf(await returning.send('GET', '/session'))
  assert.equal(workspaces.length, 1)
  bodyOf(await apiOf(await server.address(), key).get('/api/public/v2/session'))
  const { stdout } = await runGalley(['workspace', 'deletions'], environmentOf(server.config, key))
  const [printed] = JSON.parse(stdout)
  assert.deepEqual(
    [printed.workspace_id, printed.name, printed.deleted_by.name, printed.deleted],
    [id, 'Research', ada.name, counts],
  )
})
