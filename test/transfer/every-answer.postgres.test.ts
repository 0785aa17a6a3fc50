import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { exportData, importData } from '../../src/server/backup-and-transfer.ts'
import type { Config } from '../../src/server/config/config.ts'
import { readProviderEnvironment } from '../../src/server/model/index.ts'
import { indexerOf } from '../../src/server/requests/indexing/indexer.ts'
import { createWorld } from '../every-endpoint/world.ts'
import { startFakeModels } from '../fake-models/index.ts'
import { apiOf } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { freshPostgresDatabase } from '../kit/engine.ts'
import { answersIn } from './answers.ts'
import { linesOf, manifestOf } from './exported.ts'
import { freshFolder } from './fresh-folder.ts'
import { untilNoJobIsDue } from './until-no-job-is-due.ts'

const secretKey = 'q83vq83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASM='

/** Indexes pending requests. PostgreSQL never has any. */
const indexTables = new Set(['request_arrivals', 'request_facets', 'request_hours'])

test('an instance with entities of every kind moves to PostgreSQL and back, and gives the same answers', async (context) => {
  let first: TestApp | undefined
  // Runs before its folder is deleted.
  context.after(() => first?.close())
  const folder = freshFolder(context)
  const database = await freshPostgresDatabase()
  const models = await startFakeModels()
  context.after(async () => {
    await models.close()
    await database.drop()
  })
  const settings = { secretKey, providers: readProviderEnvironment(models.environment()) }
  const embedded = { ...settings, folder: folder('embedded'), databaseUrl: null }
  const server = { ...settings, folder: folder('server'), databaseUrl: database.url }
  const returned = { ...settings, folder: folder('returned'), databaseUrl: null }
  const [there, back, last] = [folder('there'), folder('back'), folder('last')]

  first = await startApp({}, embedded)
  const {
    baseUrl,
    context: { config },
  } = first
  const configOf = (changes: Partial<Config>) => ({ ...config, ...changes })
  const worlds = [await createWorld(first), await createWorld(first)]
  await untilNoJobIsDue(first)
  indexerOf(first.context.store).suspend()
  for (const { api } of worlds)
    for (const model of ['gpt-4o-mini', 'one that Nobody knows'])
      await api.post('/log-request', {
        ...endpoints.logRequest.example.body,
        model,
        metadata: { on: 'its way' },
      })
  const logged = await worlds[0]!.api.post('/log-request', endpoints.logRequest.example.body)

  await exportData(configOf(embedded), there)
  assert.equal(linesOf(there, 'request_arrivals').length, 5)
  const before = await Promise.all(worlds.map((world) => answersIn(baseUrl, world)))

  await importData(configOf(server), there)
  const { tables } = await exportData(configOf(server), back).then(() => importData(configOf(returned), back))
  await exportData(configOf(returned), last)
  assert.ok(tables > 60)
  for (const { name } of manifestOf(there).tables) {
    if (!indexTables.has(name)) assert.deepEqual(linesOf(back, name), linesOf(there, name), name)
    assert.deepEqual(linesOf(last, name), linesOf(back, name), name)
  }
  assert.deepEqual(manifestOf(last).sequences, manifestOf(back).sequences)
  assert.deepEqual(
    { ...manifestOf(back).sequences, ...manifestOf(there).sequences },
    manifestOf(back).sequences,
  )

  for (const moved of [server, returned]) {
    const app = await startApp({}, moved)
    try {
      assert.deepEqual(await Promise.all(worlds.map((world) => answersIn(app.baseUrl, world))), before)
      const api = apiOf(app.baseUrl, worlds[0]!.key)
      const { id } = (await api.post('/log-request', endpoints.logRequest.example.body)).body
      assert.ok(id > logged.body.id, 'every request has a new id')
    } finally {
      await app.close()
    }
  }
})
