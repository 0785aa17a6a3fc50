import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Api, apiOf } from '../kit/api.ts'
import { compare } from './compare.ts'
import { openDatabase } from './database.ts'
import { Journal } from './journal.ts'
import { publication } from './log-entry.ts'
import { RestartingServer } from './restarting-server.ts'
import { readStored, type Stored } from './stored.ts'
import { type Template, Writer } from './writer.ts'

const writerCount = 32
const kills = 10
const templateCount = 4
const key = 'the-key-of-the-crash-test'

const journal = new Journal()
let server: RestartingServer
let stored: Stored

before(async () => {
  server = await RestartingServer.start(key)
  const templates = await publishTemplates(apiOf(await server.address(), key))
  const bench = { server, key, journal, templates }
  const write = (isOver: () => boolean) =>
    journal.labels.map((label, index) => {
      const template = templates[index % templateCount]!
      return new Writer(bench, `w${index}`, template, label).writeUntil(isOver)
    })
  await server.killWhile(kills, write, untilWritten)
  const database = await openDatabase(server.config)
  stored = await readStored(database)
  await database.close()
})

after(() => server.stop())

async function untilWritten(kill: number) {
  const before = journal.acknowledged
  await whenTrue(() => journal.acknowledged >= before + writerCount)
  await delay(Math.random() * 900)
  if (kill === kills) await whenTrue(() => kindsOfWrites().every((part) => part.length > 20))
}

const kindsOfWrites = () => [journal.logged, journal.scored, journal.annotated, journal.published]

/** Waits up to two minutes, enough for a busy machine. */
async function whenTrue(condition: () => boolean) {
  for (let attempt = 0; attempt < 6_000 && !condition(); attempt++) await delay(20)
}

async function publishTemplates(api: Api): Promise<Template[]> {
  const templates: Template[] = []
  for (let index = 0; index < templateCount; index++) {
    const name = `template ${index}`
    const { body } = await api.post('/rest/prompt-templates', publication(name, `first of ${name}`))
    journal.published.push({
      marker: `first of ${name}`,
      prompt: body.id,
      version: body.version_number,
      versionId: body.prompt_version_id,
    })
    templates.push({ name, id: body.id })
  }
  for (let index = 0; index < writerCount; index++) {
    const { id } = templates[index % templateCount]!
    const { body } = await api.post(`/prompts/${id}/label`, {
      prompt_version_number: 1,
      name: `label ${index}`,
    })
    journal.labels.push({ label: body.id, prompt: id, acknowledged: body.prompt_version_id, doubtful: [] })
  }
  return templates
}

test('no acknowledged write is lost or stored twice, version numbers have no gaps, and labels point at versions', (context) => {
  const { acknowledged, doubtful } = journal
  context.diagnostic(`${acknowledged} acknowledged, ${doubtful.length} in doubt, ${kills} kills`)
  assert.deepEqual(compare(journal, stored), [])
  assert.ok(acknowledged > 200, `only ${acknowledged} writes: the test tests little`)
  assert.ok(doubtful.length > 0, 'no kill met a request under way')
  for (const part of kindsOfWrites()) assert.ok(part.length > 20)
})

test('the server restarts without help after each kill', async (context) => {
  // The bench measures how soon; a busy machine makes it slower.
  context.diagnostic(`ready after ${server.readyAfter.map(Math.round).join(', ')} ms`)
  assert.equal(server.readyAfter.length, kills + 1)
  const { status, body } = await apiOf(await server.address(), key).get('/health')
  assert.deepEqual([status, body.status], [200, 'ok'])
})

test('every acknowledged request is found by its id', async () => {
  const api = apiOf(await server.address(), key)
  const queue = journal.logged.values()
  const missing: string[] = []
  const reader = async () => {
    for (const { id, marker } of queue) {
      const { status, body } = await api.get(`/api/public/v2/requests/${id}`)
      if (status !== 200 || body.function_name !== marker) missing.push(`${marker}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, reader))
  assert.deepEqual(missing, [])
})

test('the comparison finds a lost request, a lost version, a duplicate, a gap and a dangling label', async () => {
  const database = await openDatabase(server.config)
  const { id, marker } = journal.logged[0]!
  await database.query(`delete from requests where id = ${id}`)
  assert.ok(compare(journal, await readStored(database)).includes(`lost: request ${id} (${marker})`))
  await database.close()

  const faultsWith = (change: Partial<Stored>) => compare(journal, { ...stored, ...change }).map(kindOf)
  const [request] = stored.requests
  const [version] = stored.versions
  const [label] = stored.labels
  assert.deepEqual(
    faultsWith({ requests: [...stored.requests, { ...request!, id: 0, metadata: '"tracked"' }] }),
    ['twice: request'],
  )
  const gap = new Set(faultsWith({ versions: stored.versions.filter(({ id }) => id !== version!.id) }))
  assert.ok(gap.has('not dense:'))
  const dangling = [{ ...label!, version: 0 }, ...stored.labels.slice(1)]
  assert.deepEqual(faultsWith({ labels: dangling }), ['dangling: label', 'lost: the'])
  assert.ok(faultsWith({ scores: [] }).includes('lost: score'))
})

const kindOf = (fault: string) => fault.split(' ').slice(0, 2).join(' ')
