import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import { log } from '../journeys/support/requests.ts'
import { chat, user } from '../journeys/support/templates.ts'
import { type Api, bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { until } from '../kit/until.ts'
import { startWithObjects } from './start-with-objects.ts'

const minute = 60_000
const path = '/api/public/v2/log-export'

suite('the scheduled export of the log', () => {
  let clock = Date.parse('2026-11-28T02:30:00Z')
  const world = ofSuite(() => startWithObjects(() => clock))

  const change = async (api: Api, log_export: object | null) =>
    bodyOf(await api.put(path, { log_export })).log_export
  const read = async (api: Api) => (await api.get(path)).body.log_export
  const exportedUntil = (api: Api, time: string) =>
    until(
      () => read(api),
      ({ exported_until }) => exported_until === time,
    )
  const objectsOf = (workspace: number) =>
    [...world.s3.objects]
      .filter(([name]) => name.startsWith(`galley/exports/${workspace}/`))
      .sort(([a], [b]) => (a < b ? -1 : 1))
  const linesOf = (bytes: Buffer) =>
    gunzipSync(bytes)
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const untilExported = (api: Api, count: number) =>
    until(
      () => read(api),
      ({ requests }) => requests === count,
    )
  const runExport = () => world.app.context.jobs.wake()

  test('writes each hour once, as lines in a folder of its own, without other workspaces', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const other = await world.app.newWorkspace()
    await log(other.api)
    const first = await log(api, { tags: ['a'], input: chat(user('Where is my parcel?')) })
    clock += 40 * minute
    const second = await log(api, { metadata: { plan: 'pro' } })
    const created = await change(api, { every: 'hour', include_content: true })
    assert.equal(created.folder, `galley/exports/${workspace}/`)
    await exportedUntil(api, '2026-11-28T03:00:00.000Z')
    const [hour, ...more] = objectsOf(workspace)
    assert.match(hour![0], /date=2026-11-28\/hour=02\/\d+-\d+\.jsonl\.gz$/)
    const [line] = linesOf(hour![1])
    assert.deepEqual(
      [more.length, linesOf(hour![1]).length, line.request_id, line.tags],
      [0, 1, first, ['a']],
    )
    assert.match(JSON.stringify(line.input), /Where is my parcel/)
    assert.ok(!('cursor' in line))

    // Once its hour is over, an export may begin at any time.
    await change(api, { every: 'hour', format: 'parquet' })
    clock += 60 * minute
    runExport()
    await exportedUntil(api, '2026-11-28T04:00:00.000Z')
    const [, [name, bytes]] = objectsOf(workspace) as [unknown, [string, Buffer]]
    assert.match(name, /hour=03\/\d+-\d+\.parquet$/)
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
    const rows = (await parquetReadObjects({ file: file as ArrayBuffer })) as Record<string, unknown>[]
    assert.deepEqual(
      rows.map(({ request_id, input }) => [Number(request_id), input]),
      [[second, undefined]],
    )
    const { requests, objects, last_object, problem } = await read(api)
    assert.deepEqual(
      { requests, objects, last_object, problem },
      { requests: 2, objects: 2, last_object: name, problem: null },
    )
    assert.equal(objectsOf(other.id).length, 0)

    await change(api, { every: 'day' })
    await exportedUntil(api, '2026-11-28T04:00:00.000Z')

    assert.equal(await change(api, null), null)
    assert.equal(objectsOf(workspace).length, 2)
  })

  test('reports a failure, and continues after the last object', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    await log(api)
    clock += 70 * minute
    world.s3.mood = 'full'
    await change(api, { every: 'hour' })
    const { problem } = await until(
      () => read(api),
      (state) => state.problem !== null,
    )
    assert.match(problem, /507 \(InsufficientStorage\)/)
    assert.deepEqual([(await read(api)).exported_until, objectsOf(workspace).length], [null, 0])
    world.s3.mood = 'works'
    clock += 11 * minute
    runExport()
    await untilExported(api, 1)
    assert.equal((await read(api)).problem, null)
  })

  test('writes an incomplete object again, under the same name', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const id = await log(api)
    clock += 70 * minute
    let writes = 0
    // The storage has stored the object, but its answer is lost.
    world.s3.afterPut = () => {
      if (writes++ === 0) world.s3.mood = 'away'
    }
    await change(api, { every: 'hour' })
    await until(
      () => read(api),
      ({ problem, requests }) => problem !== null || requests === 1,
    )
    world.s3.mood = 'works'
    clock += 11 * minute
    runExport()
    await untilExported(api, 1)
    world.s3.afterPut = () => {}
    const objects = objectsOf(workspace)
    assert.deepEqual([objects.length, linesOf(objects[0]![1]).map(({ request_id }) => request_id)], [1, [id]])
  })

  test('begins at the requested time, and can start again', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    await log(api)
    clock += 60 * minute
    const since = new Date(clock).toISOString()
    const later = await log(api)
    clock += 70 * minute
    await change(api, { every: 'hour', since })
    await untilExported(api, 1)
    const [[, bytes]] = objectsOf(workspace) as [[string, Buffer]]
    assert.deepEqual(
      linesOf(bytes).map(({ request_id }) => request_id),
      [later],
    )
    await change(api, { every: 'day', since: '2026-01-01T00:00:00Z' })
    assert.deepEqual([(await read(api)).requests, (await read(api)).every], [0, 'day'])
  })

  test('exports an hour that ends during an export at once', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const { objects } = world.s3
    // Half past an hour, which is due an hour later.
    clock = (Math.ceil(clock / (60 * minute)) + 0.5) * 60 * minute
    await log(api)
    clock += 60 * minute
    await log(api)
    const set = (name: string, bytes: Buffer) => {
      // Exports of earlier tests are due too.
      if (name.startsWith(`galley/exports/${workspace}/`)) {
        clock += 70 * minute
        Reflect.deleteProperty(objects, 'set')
      }
      return Map.prototype.set.call(objects, name, bytes)
    }
    Object.defineProperty(objects, 'set', { value: set, configurable: true })
    await change(api, { every: 'hour' })
    await untilExported(api, 2)
  })

  test('is refused with the name of the field that is wrong', async () => {
    const { api } = await world.app.newWorkspace()
    for (const [field, log_export] of [
      ['every', { every: 'week' }],
      ['format', { every: 'day', format: 'csv' }],
      ['since', { every: 'day', since: 'yesterday' }],
      ['folder', { every: 'day', folder: 'elsewhere' }],
    ] as const) {
      const { status, body } = await api.put(path, { log_export })
      assert.deepEqual([status, JSON.stringify(body).includes(field)], [422, true])
    }
    assert.equal(await read(api), null)
  })
})
