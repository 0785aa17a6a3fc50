import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { emptySheet, SheetClient } from '../journeys/support/tables.ts'
import { publication, publish, userChat } from '../journeys/support/templates.ts'
import { type Api, apiOf, type Reply } from '../kit/api.ts'
import { migratedStorage } from '../kit/app.ts'
import { type GalleyServer, killed, startServer, stopped } from '../start/galley-process.ts'

/** Two processes serve calls and one works on jobs; callers write the same entities through both at once. */

const key = 'the-key-of-the-test-of-several-processes'

let storage: Awaited<ReturnType<typeof migratedStorage>>
let servers: GalleyServer[]
let apis: [Api, Api]

before(async () => {
  storage = await migratedStorage()
  const environment = {
    GALLEY_DATA: storage.config.folder,
    DATABASE_URL: storage.config.databaseUrl!,
    GALLEY_API_KEY: key,
    GALLEY_LOG_LEVEL: 'error',
  }
  servers = await Promise.all(
    ['api', 'api', 'worker'].map((role) => startServer({ ...environment, GALLEY_ROLE: role })),
  )
  apis = [apiOf(servers[0]!.address, key), apiOf(servers[1]!.address, key)]
})
after(async () => {
  await Promise.all(servers.map(stopped))
  await storage.drop()
})

/** All calls at once, every other one through the second process. */
const throughBoth = (count: number, call: (api: Api, number: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, number) => call(apis[number % 2]!, number)))
const statusesOf = (replies: readonly Reply[]) => [...new Set(replies.map(({ status }) => status))]
const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, number) => number + first)

test('versions that two processes save at once have different numbers, without gaps', async () => {
  await publish(apis[0], 'shared', userChat('first'))
  const replies = await throughBoth(30, (api, number) =>
    api.post('/rest/prompt-templates', publication('shared', userChat(`words ${number}`))),
  )
  assert.deepEqual(statusesOf(replies), [200])
  const numbers = replies.map(({ body }) => body.version_number ?? body.prompt_version.version_number ?? 0)
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    upTo(30, 2),
  )
})

test('both processes read the same version of a label that they moved at once', async () => {
  const { id, version_number } = await publish(apis[0], 'labelled', userChat('first'))
  assert.ok(id && version_number)
  for (let count = 0; count < 4; count++) await publish(apis[0], 'labelled', userChat(`words ${count}`))
  const created = await throughBoth(10, (api, number) =>
    api.post(`/prompts/${id}/label`, { prompt_version_number: (number % 5) + 1, name: 'prod' }),
  )
  assert.deepEqual(
    created.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array<number>(9).fill(422)],
  )
  const label = created.find(({ status }) => status === 200)!.body.id
  const moved = await throughBoth(40, (api, number) =>
    api.patch(`/prompt-labels/${label}`, { prompt_version_number: (number % 5) + 1 }),
  )
  assert.deepEqual(statusesOf(moved), [200])
  const read = await Promise.all(apis.map((api) => api.post('/prompt-templates/labelled', { label: 'prod' })))
  assert.equal(read[0]!.body.version, read[1]!.body.version)
})

test('rows, cells and scorecards that two processes write at once are all stored', async () => {
  const sheet = await emptySheet(apis[0])
  const a = await sheet.column('a')
  const clients = apis.map((api) => new SheetClient(api, sheet.table, sheet.id))
  const added = await throughBoth(40, (api, number) =>
    api.post(`${sheet.path}/rows`, {
      count: 2,
      values: [{ [a.id]: `${number} a` }, { [a.id]: `${number} b` }],
    }),
  )
  assert.deepEqual(statusesOf(added), [201])
  for (const client of clients) {
    const rows = await client.rows()
    assert.deepEqual(
      rows.map(({ row_index }) => row_index),
      upTo(80),
    )
    const texts = new Set(rows.map(({ cells }) => cells[a.id].display_value))
    assert.equal(texts.size, 80)
  }
  const { id: cell } = await sheet.cell(0, a.id)
  const written = await throughBoth(20, (api, number) =>
    api.patch(`${sheet.path}/cells/${cell}`, { value: `text ${number}` }),
  )
  assert.deepEqual(statusesOf(written), [200])
  const shown = await Promise.all(clients.map(async (client) => (await client.cell(0, a.id)).display_value))
  assert.match(shown[0], /^text \d+$/)
  assert.equal(shown[0], shown[1])
})

test('acknowledged writes of a killed process are stored, and the other process continues', async () => {
  const sheet = await emptySheet(apis[1])
  const a = await sheet.column('a')
  const acknowledged: string[] = []
  const write = async (api: Api, name: string) => {
    const reply = await api
      .post(`${sheet.path}/rows`, { count: 1, values: [{ [a.id]: name }] })
      .catch(() => null)
    if (reply?.status === 201) acknowledged.push(name)
    return reply !== null
  }
  const writers = upTo(8).map(async (writer) => {
    const api = apis[writer % 2]!
    for (let number = 0; number < 25; number++) if (!(await write(api, `${writer} ${number}`))) return
  })
  while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 20))
  await killed(servers[0]!)
  await Promise.all(writers)
  const storedNames = (await new SheetClient(apis[1], sheet.table, sheet.id).rows()).map(
    ({ cells }) => cells[a.id].display_value as string,
  )
  assert.deepEqual(
    acknowledged.filter((name) => !storedNames.includes(name)),
    [],
  )
  assert.equal(new Set(storedNames).size, storedNames.length)
  for (const writer of [1, 3, 5, 7]) assert.ok(storedNames.includes(`${writer} 24`))
})
