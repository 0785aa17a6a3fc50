import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { attachBodyStorage } from '../../src/server/bodies/index.ts'
import { isSingle, unpackRaw } from '../../src/server/db/payload.ts'
import { deleteRequests } from '../../src/server/requests/expired.ts'
import { finishIndex, indexerOf } from '../../src/server/requests/indexer.ts'
import { FakeS3 } from '../bodies/fake-s3.ts'
import { moveAll } from '../bodies/moved.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { idsIn, searchPage } from './support/request-search.ts'
import { log, originalOf, readBack, saidIn } from './support/requests.ts'
import { chat, user } from './support/templates.ts'

let app: TestApp
suite('frames of logged requests', () => {
  before(async () => {
    app = await startApp()
    // Background units would divide the requests into other frames.
    indexerOf(app.context.store).hold()
  })
  after(() => app.close())

  const payloadRow = (id: number) =>
    app.context.store.db
      .selectFrom('request_payloads')
      .select(['payload', 'frame_id', 'frame_position'])
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()

  const frameOf = async (id: number) => {
    const { frame_id } = await payloadRow(id)
    return app.context.store.db
      .selectFrom('payload_frames')
      .select('frame')
      .where('id', '=', frame_id!)
      .executeTakeFirst()
  }

  const textOf = async (id: number) => unpackRaw((await frameOf(id))!.frame).toString()

  const isAlone = async (id: number) => isSingle((await frameOf(id))!.frame)

  /** Logs requests with these texts and indexes them. */
  async function logTexts(api: Parameters<typeof log>[0], texts: readonly string[]): Promise<number[]> {
    const ids: number[] = []
    for (const text of texts) ids.push(await log(api, { input: chat(user(text)) }))
    await finishIndex(app.context.store)
    return ids
  }

  test('64 logged requests share frames with those of their workspace, and each is read and found by itself', async () => {
    const [one, other] = [await app.newWorkspace(), await app.newWorkspace()]
    const few = await logTexts(
      one.api,
      Array.from({ length: 40 }, (_, index) => `single${index} ${'x'.repeat(3000)}`),
    )
    assert.ok(await isAlone(few[0]!), 'a frame is made of 64 requests')
    const others = await logTexts(
      other.api,
      Array.from({ length: 40 }, (_, index) => `other${index}`),
    )
    const rows = await Promise.all(few.map(payloadRow))
    assert.ok(rows.every(({ payload }) => payload.length === 0))
    const framed = few.filter((_, index) => rows[index]!.frame_id === rows[0]!.frame_id)
    assert.ok(framed.length > 2 && framed.length < 20, `${framed.length} requests share the first frame`)
    assert.doesNotMatch(await textOf(few[0]!), /other\d/)
    assert.match(await textOf(others[0]!), /other0[\s\S]*other1[\s\S]*other20/)
    for (const [index, id] of few.entries()) {
      assert.match(saidIn((await readBack(one.api, id)).prompt_blueprint)[0]!, new RegExp(`single${index} x`))
      assert.match((await originalOf(app, id)).toString(), new RegExp(`single${index} x`))
    }
    assert.deepEqual(idsIn(await searchPage(one.api, { q: 'single7' })), [few[7]])
    const filters = [{ field: 'input_text', operator: 'contains', value: 'ingle11 x' }]
    assert.deepEqual(idsIn(await searchPage(one.api, { filter_group: { logic: 'AND', filters } })), [few[11]])
  })

  test('a deleted request leaves its frame, whether shared or not', async () => {
    const { api, id: workspace } = await app.newWorkspace()
    const { store } = app.context
    const ids = await logTexts(
      api,
      Array.from({ length: 80 }, (_, index) => `row${index}.`),
    )
    const [kept, gone, late] = [ids[0]!, ids.slice(1, 31), await log(api, { input: chat(user('latecomer')) })]
    const { frame_id: frame } = await payloadRow(kept)
    assert.match(await textOf(kept), /row30\./)
    assert.ok(await isAlone(late))
    const { frame_id: lateFrame } = await payloadRow(late)
    await deleteRequests(store, workspace as never, [...gone, late])
    assert.doesNotMatch(await textOf(kept), /row([1-9]|1\d|2\d|30)\./)
    assert.match(await textOf(kept), /row0\./)
    assert.equal(saidIn((await readBack(api, kept)).prompt_blueprint)[0], 'user: row0.')
    await deleteRequests(
      store,
      workspace as never,
      ids.filter((id) => !gone.includes(id)),
    )
    const left = await store.db
      .selectFrom('payload_frames')
      .select('id')
      .where('id', 'in', [frame!, lateFrame!])
      .execute()
    assert.deepEqual(left, [])
  })

  test('a damaged single frame keeps the requests beside it single, and later ones share frames', async () => {
    const { api } = await app.newWorkspace()
    const { db } = app.context.store
    const few = await logTexts(api, ['damaged', 'intact'])
    const { frame_id } = await payloadRow(few[0]!)
    await app.context.store.append([
      db
        .updateTable('payload_frames')
        .set({ frame: Buffer.from('010400000028b52ffd00', 'hex') })
        .where('id', '=', frame_id!)
        .compile(),
    ])
    const fill = Array.from({ length: 64 }, (_, index) => `beside${index}.`)
    await logTexts(api, fill)
    const ids = await logTexts(api, fill)
    assert.deepEqual([await isAlone(few[1]!), await isAlone(ids.at(-1)!)], [true, false])
    assert.equal(saidIn((await readBack(api, few[1]!)).prompt_blueprint)[0], 'user: intact')
  })

  test('a body that moves to object storage leaves its shared frame', async () => {
    const { api, id: workspace } = await app.newWorkspace()
    const { store } = app.context
    const texts = Array.from({ length: 64 }, (_, index) => `moved${index}.`)
    const ids = await logTexts(api, texts)
    const { frame_id: frame } = await payloadRow(ids[0]!)
    const s3 = await FakeS3.start()
    const storage = attachBodyStorage(store, s3.settings())
    try {
      assert.equal(await moveAll(store, storage, workspace), 64)
      assert.equal((await payloadRow(ids[0]!)).frame_id, null)
      const left = await store.db.selectFrom('payload_frames').select('id').where('id', '=', frame!).execute()
      assert.deepEqual(left, [])
      for (const index of [0, 20, 63])
        assert.deepEqual(
          saidIn((await readBack(api, ids[index]!)).prompt_blueprint)[0],
          `user: ${texts[index]}`,
        )
      assert.deepEqual(idsIn(await searchPage(api, { q: 'moved20' })), [ids[20]])
    } finally {
      await storage.objects.close()
      await s3.close()
    }
  })
})
