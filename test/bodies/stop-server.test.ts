import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logCall } from '../journeys/support/requests.ts'
import { apiOf } from '../kit/api.ts'
import { killed, startServer, stopped } from '../start/galley-process.ts'
import { migratedHome } from '../start/storage.ts'
import { FakeS3 } from './fake-s3.ts'

// A write may take two minutes.
test('a server stops while the object storage does not answer', { timeout: 60_000 }, async (context) => {
  const s3 = await FakeS3.start()
  context.after(() => s3.close())
  s3.mood = 'silent'
  const { promise: isWriting, resolve } = Promise.withResolvers<void>()
  s3.afterSilence = resolve
  const { environment } = await migratedHome(context)
  const key = 'the-key-of-this-test'
  const server = await startServer({ ...environment, ...s3.environment(), GALLEY_API_KEY: key })
  context.after(() => killed(server))
  assert.equal((await apiOf(server.address, key).post('/log-request', logCall())).status, 200)
  await isWriting
  assert.equal((await stopped(server)).code, 0)
})
