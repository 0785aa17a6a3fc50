import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { exportData, importData } from '../../src/server/backup-and-transfer.ts'
import { bodyStorageProblem } from '../../src/server/bodies/index.ts'
import { moveBack } from '../../src/server/bodies/move-back.ts'
import { sweep } from '../../src/server/bodies/sweep.ts'
import { openStore, originalOf as unpacked } from '../../src/server/db/index.ts'
import { deleteRequests } from '../../src/server/requests/index.ts'
import { findOriginal } from '../../src/server/requests/queries.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { exportSpans, newSpanId, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { endedDeletion } from '../journeys/support/person-deletion.ts'
import { log, logCall, originalOf, readBack } from '../journeys/support/requests.ts'
import { chat, user } from '../journeys/support/templates.ts'
import type { Api } from '../kit/api.ts'
import { freshStorage } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { moveAll, moveAllMedia, objectsForSuite, pointersOf } from './start-with-objects.ts'

const day = 86_400_000
const picture = `data:image/gif;base64,${Buffer.from('GIF89a'.padEnd(15_000)).toString('base64')}`

suite('bodies in object storage', () => {
  const world = objectsForSuite()
  const { store, objectsOf } = world
  const moved = (workspace: number) => moveAll(store(), world.storage, workspace)
  const movedMedia = (workspace: number) => moveAllMedia(store(), world.storage, workspace)
  const logMany = async (api: Api, count: number) => {
    const ids = []
    for (let index = 0; index < count; index++)
      ids.push(
        await log(api, {
          input: chat(user(`Question ${index}`)),
          prompt_input_variables: { index, ...(index === 0 && { picture }) },
        }),
      )
    return ids
  }
  const exported = async (key: string) => {
    const answer = await fetch(`${world.app.baseUrl}/api/public/v2/requests/export`, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ format: 'jsonl', include_content: true }),
    })
    return (await answer.text())
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line))
  }

  const readiness = async () => {
    const answer = await fetch(`${world.app.baseUrl}/readyz`)
    return (await answer.json()) as { status: string; body_storage: string }
  }

  test('every reader gives the same before and after', async () => {
    const { api, key, id: workspace } = await world.app.newWorkspace()
    const ids = await logMany(api, 70)
    const search = () =>
      api.post('/api/public/v2/requests/search', {
        include_input_preview: true,
        filter_group: {
          logic: 'AND',
          filters: [{ field: 'input_text', operator: 'contains', value: 'question 6' }],
        },
      })
    const readers = async () => ({
      one: await Promise.all(ids.map((id) => readBack(api, id))),
      found: (await search()).body.items,
      file: await exported(key),
      dryRun: (
        await api.post('/api/public/v2/masking/dry-run', {
          rules: [{ name: 'q', action: 'mask', target: { kind: 'pattern', pattern: 'Question' } }],
        })
      ).body,
    })
    const before = await readers()
    assert.equal(await moved(workspace), 70)
    assert.equal(await movedMedia(workspace), 1)
    const rows = await pointersOf(store(), workspace)
    assert.ok(rows.every(({ body_object }) => body_object !== null))
    if (store().dialect === 'postgres') assert.ok(rows.every(({ payload }) => payload.length === 0))
    assert.deepEqual(await readers(), before)
    assert.equal(await moved(workspace), 0)
    assert.equal((await objectsOf(workspace)).length, 2)
  })

  test('a request whose object is lost is answered without its body', async () => {
    const { api, key, id: workspace } = await world.app.newWorkspace()
    const id = await log(api, { tags: ['lost'] })
    await moved(workspace)
    const [object] = await objectsOf(workspace)
    const bytes = world.s3.objects.get(object!.name)!
    const changed = Buffer.from(bytes)
    changed[changed.length - 6]! ^= 1
    world.s3.objects.set(object!.name, changed)
    const damaged = await readBack(api, id)
    assert.match(damaged.body_unavailable, /was changed/)
    assert.deepEqual([damaged.tags, damaged.prompt_blueprint.prompt_template.messages], [['lost'], []])
    world.s3.objects.delete(object!.name)
    assert.match((await readBack(api, id)).body_unavailable, /does not exist/)
    const [row] = await exported(key)
    assert.deepEqual([row.request_id, row.input, row.output], [id, null, null])
    world.s3.objects.set(object!.name, bytes)
    assert.equal((await readBack(api, id)).body_unavailable, null)
    assert.ok(world.storage.counts.lost >= 2)
  })

  test('log records of a span whose media cannot be read are sent again, and rejected if the media are lost', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const [traceId, spanId] = [newTraceId(), newSpanId()]
    await exportSpans(api, otlpSpan({ traceId, spanId, values: { picture } }))
    await movedMedia(workspace)
    const [object] = await objectsOf(workspace)
    const event = { eventName: 'gen_ai.user.message', timeUnixNano: '1795168800000000001' }
    const logRecords = [{ traceId, spanId, ...event, body: { stringValue: 'Hello' }, attributes: [] }]
    const send = () => api.post('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
    world.s3.mood = 'away'
    assert.equal((await send()).status, 503)
    world.s3.mood = 'works'
    const bytes = world.s3.objects.get(object!.name)!
    world.s3.objects.delete(object!.name)
    // After a failure the storage is not called for a while.
    const { body } = await until(send, ({ status }) => status === 200)
    assert.equal(body.partialSuccess.rejectedLogRecords, 1)
    assert.match(body.partialSuccess.errorMessage, /media are lost/)
    world.s3.objects.set(object!.name, bytes)
  })

  test('media are deleted with their last request, and reported as missing if their object is lost', async () => {
    const { api, key, id: workspace } = await world.app.newWorkspace()
    const [first, second] = await Promise.all([1, 2].map(() => logMany(api, 1)))
    await movedMedia(workspace)
    const [object] = await objectsOf(workspace)
    const [{ sha256 }] = (await readBack(api, first![0]!)).media
    const download = async () => {
      const address = `${world.app.baseUrl}/api/public/v2/media/${sha256}`
      return (await fetch(address, { headers: { 'X-Api-Key': key } })).status
    }
    assert.equal(await download(), 200)
    const bytes = world.s3.objects.get(object!.name)!
    world.s3.objects.set(object!.name, Buffer.from(bytes).fill(1, 100, 101))
    assert.match((await readBack(api, first![0]!)).body_unavailable, /was changed/)
    assert.equal(await download(), 404)
    world.s3.objects.set(object!.name, bytes)
    const remove = (ids: number[]) => deleteRequests(store(), workspace as WorkspaceId, ids)
    await remove(first!)
    await sweep(store(), world.storage, Date.now())
    assert.deepEqual(
      (await objectsOf(workspace)).map(({ emptied_at }) => emptied_at),
      [null],
    )
    await remove(second!)
    await sweep(store(), world.storage, Date.now())
    await sweep(store(), world.storage, Date.now() + 8 * day)
    assert.deepEqual([await objectsOf(workspace), world.s3.objects.has(object!.name)], [[], false])
  })

  test('while the storage is unreachable, full or refuses, calls succeed and bodies stay in the database', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    for (const mood of ['away', 'full'] as const) {
      world.s3.mood = mood
      const id = await log(api)
      await assert.rejects(moved(workspace))
      assert.notEqual(world.storage.problem, null)
      assert.equal((await readBack(api, id)).body_unavailable, null)
      const ready = await readiness()
      assert.deepEqual([ready.status, ready.body_storage], ['ok', world.storage.problem])
    }
    world.s3.mood = 'works'
    assert.equal(await moved(workspace), 2)
    assert.equal((await readiness()).body_storage, 'ok')
    const wrong = world.s3.settings({ secretAccessKey: 'another' })
    assert.match((await bodyStorageProblem(wrong))!, /403 \(SignatureDoesNotMatch\)/)
    assert.match((await bodyStorageProblem(world.s3.settings({ bucket: 'none' })))!, /NoSuchBucket/)
    assert.equal(await bodyStorageProblem(world.s3.settings()), null)
  })

  test('objects without live bodies are deleted, sparse objects are repacked', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const ids = await logMany(api, 12)
    await moved(workspace)
    const [object] = await objectsOf(workspace)
    const remaining = await Promise.all(
      ids.filter((_, index) => index % 4 === 0).map((id) => readBack(api, id)),
    )
    await deleteRequests(
      store(),
      workspace as WorkspaceId,
      ids.filter((_, index) => index % 4 !== 0),
    )
    const now = Date.now()
    await sweep(store(), world.storage, now + 2 * day)
    assert.deepEqual(
      (await pointersOf(store(), workspace)).map(({ body_object }) => body_object),
      [null, null, null],
    )
    assert.equal(await moved(workspace), 3)
    assert.deepEqual(
      await Promise.all(remaining.map(({ request_id }) => readBack(api, request_id))),
      remaining,
    )
    await sweep(store(), world.storage, now + 3 * day)
    assert.ok(world.s3.objects.has(object!.name), 'a backup may still need it')
    await sweep(store(), world.storage, now + 11 * day)
    assert.ok(!world.s3.objects.has(object!.name))
    assert.equal((await objectsOf(workspace)).length, 1)
  })

  test('an object with a body of a deleted person is repacked, however many other bodies it has', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const ids = await logMany(api, 6)
    const email = 'ada.of.the.bucket@example.com'
    ids.push(await log(api, { input: chat(user(`I am ${email}`)) }))
    await moved(workspace)
    const [object] = await objectsOf(workspace)
    const remaining = await Promise.all(ids.slice(0, 6).map((id) => readBack(api, id)))
    const begun = await api.post('/api/public/v2/person-deletions', { identifiers: [email] })
    assert.equal(begun.status, 202, JSON.stringify(begun.body))
    const { deleted } = await endedDeletion(api, begun.body.person_deletion.id)
    assert.equal(deleted.requests, 1)
    const now = Date.now()
    await sweep(store(), world.storage, now)
    assert.equal(await moved(workspace), 6)
    assert.deepEqual(
      await Promise.all(remaining.map(({ request_id }) => readBack(api, request_id))),
      remaining,
    )
    await sweep(store(), world.storage, now)
    await sweep(store(), world.storage, now + 8 * day)
    assert.ok(!world.s3.objects.has(object!.name))
  })

  test('bodies can be moved back into the database', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const ids = await logMany(api, 5)
    const before = await Promise.all(ids.map((id) => readBack(api, id)))
    await moved(workspace)
    await movedMedia(workspace)
    for (const object of await objectsOf(workspace))
      assert.equal(await moveBack(store(), world.storage, object), 0)
    world.s3.mood = 'away'
    assert.deepEqual(await Promise.all(ids.map((id) => readBack(api, id))), before)
    assert.ok((await pointersOf(store(), workspace)).every(({ body_object }) => body_object === null))
  })

  test('an export of the instance holds the bodies; an import stores them in the database', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const ids = await logMany(api, 3)
    const before = await Promise.all(ids.map((id) => originalOf(world.app, id)))
    await moved(workspace)
    await movedMedia(workspace)
    const { config } = world.app.context
    const folder = join(mkdtempSync(join(tmpdir(), 'galley-export-')), 'out')
    await assert.rejects(exportData({ ...config, bodyStorage: null }, `${folder}-without`), /object storage/)
    await exportData(config, folder)
    const target = await freshStorage()
    await importData(target.config, folder)
    const copy = await openStore(target.config)
    for (const [index, id] of ids.entries()) {
      const row = await copy.db
        .selectFrom('request_payloads')
        .select(['payload', 'body_object'])
        .where('request_id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(row.body_object, null)
      assert.deepEqual(unpacked(row.payload), before[index])
    }
    assert.equal((await findOriginal(copy, workspace as WorkspaceId, ids[0]!)).includes(picture), true)
    await copy.close()
    await target.drop()
    rmSync(dirname(folder), { recursive: true })
  })

  test('another workspace never reads a body', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const id = await log(api, logCall())
    await moved(workspace)
    const other = await world.app.newWorkspace()
    assert.equal((await other.api.get(`/api/public/v2/requests/${id}`)).status, 404)
  })
})
