import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Config } from '../../src/server/config.ts'
import { readProviderEnvironment } from '../../src/server/model/index.ts'
import { exportData, importData } from '../../src/server/operations.ts'
import { createWorld } from '../every-endpoint/world.ts'
import { startFakeModels } from '../fake-models/index.ts'
import { startApp } from '../kit/app.ts'
import { freshPostgresDatabase } from '../kit/engine.ts'
import { answersIn } from './answers.ts'
import { settled } from './settled.ts'

const secretKey = 'q83vq83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASM='

test('an instance of every kind of thing moves to PostgreSQL and back, and answers every question alike', async (context) => {
  const root = mkdtempSync(join(tmpdir(), 'galley-test-'))
  const database = await freshPostgresDatabase()
  const models = await startFakeModels()
  context.after(async () => {
    await models.close()
    await database.drop()
    rmSync(root, { recursive: true })
  })
  const settings = { secretKey, providers: readProviderEnvironment(models.environment()) }
  const embedded = { ...settings, folder: join(root, 'embedded'), databaseUrl: null }
  const server = { ...settings, folder: join(root, 'server'), databaseUrl: database.url }
  const returned = { ...settings, folder: join(root, 'returned'), databaseUrl: null }

  mkdirSync(embedded.folder)
  const first = await startApp({}, embedded)
  const worlds = [await createWorld(first), await createWorld(first)]
  await settled(first)
  const answersOf = async (settingsOf: Partial<Config>) => {
    const app = await startApp({}, settingsOf)
    try {
      return await Promise.all(worlds.map((world) => answersIn(app.baseUrl, world)))
    } finally {
      await app.close()
    }
  }
  const before = await Promise.all(worlds.map((world) => answersIn(first.baseUrl, world)))
  const configOf = (given: Partial<Config>) => ({ ...first.context.config, ...given })

  await exportData(configOf(embedded), join(root, 'to-server'))
  await importData(configOf(server), join(root, 'to-server'))
  await first.close()
  assert.deepEqual(await answersOf(server), before)

  await exportData(configOf(server), join(root, 'back'))
  await importData(configOf(returned), join(root, 'back'))
  assert.deepEqual(await answersOf(returned), before)
})
