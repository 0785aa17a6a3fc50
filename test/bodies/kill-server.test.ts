import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../src/server/db/index.ts'
import { RestartingServer } from '../crash/restarting-server.ts'
import { logCall, readBack } from '../journeys/support/requests.ts'
import { apiOf } from '../kit/api.ts'
import { FakeS3 } from './fake-s3.ts'

test('a server killed while objects are written keeps every body', async () => {
  const s3 = await FakeS3.start()
  const key = `galley_${'k'.repeat(40)}`
  const server = await RestartingServer.start(key, s3.environment())
  let kills = 0
  let killing: Promise<void> = Promise.resolve()
  /** On PostgreSQL the next mover would wait until the lease of the killed one runs out. */
  const endLease = async () => {
    const store = await openStore(server.config)
    await store.transact(
      async (tx) => void (await tx.updateTable('body_mover').set({ lease_until: 0 }).execute()),
    )
    await store.close()
  }
  s3.afterPut = () => {
    if (kills < 3) {
      kills++
      killing = server.kill().then(endLease)
    }
  }
  const ids: number[] = []
  while (kills < 3 || s3.objects.size < 4) {
    await killing
    const api = apiOf(await server.address(), key)
    const sent = await api.post('/log-request', logCall({ tags: [String(ids.length)] })).catch(() => null)
    if (sent?.status === 200) ids.push(sent.body.id)
  }
  await killing
  const api = apiOf(await server.address(), key)
  for (const [index, id] of ids.entries()) {
    const { body_unavailable, tags, prompt_blueprint } = await readBack(api, id)
    assert.deepEqual([body_unavailable, tags], [null, [String(index)]])
    assert.equal(prompt_blueprint.prompt_template.messages.length, 2)
  }
  await server.stop()
  await s3.close()
})
