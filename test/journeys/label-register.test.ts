import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { pathOf, publish, read, readRaw, userChat } from './support/templates.ts'

const versions = 40
const readers = 4

/** One writer moves a label forward; readers by the label must never see an older version again. */
describe('a label under load', () => {
  const app = appOfSuite()

  /** Runs the writer beside the readers; `acknowledged` is the newest acknowledged version. */
  const race = async (name: string, write: (version: number) => Promise<unknown>) => {
    let acknowledged = 1
    let isWritten = false
    const writing = (async () => {
      for (let version = 2; version <= versions; version++) {
        await write(version)
        acknowledged = version
      }
      isWritten = true
    })()
    const reading = Array.from({ length: readers }, async (_, reader) => {
      let reads = 0
      let count = 0
      while (!isWritten) {
        const atLeast = Math.max(reads, acknowledged)
        const { version } =
          reader % 2 === 0
            ? await readRaw(app.api, name, '?label=prod')
            : await read(app.api, name, { label: 'prod' })
        assert.ok(version >= atLeast, `reader ${reader} saw ${version} after ${atLeast}`)
        reads = version
        count++
      }
      return count
    })
    const [, ...counts] = await Promise.all([writing, ...reading])
    for (const count of counts) assert.ok(count > 0)
    assert.equal((await readRaw(app.api, name, '?label=prod')).version, versions)
  }

  it('is linearizable when it is moved', async () => {
    await publish(app.api, 'moved', userChat('1'), { labels: ['prod'] })
    for (let version = 2; version <= versions; version++)
      await publish(app.api, 'moved', userChat(String(version)))
    const { body } = await app.api.get(`${pathOf('moved')}/labels`)
    const path = `/prompt-labels/${body.release_labels[0].release_label_id}`
    await race('moved', async (version) => {
      const { status } = await app.api.patch(path, { prompt_version_number: version })
      assert.equal(status, 200)
    })
  })

  it('is linearizable when publications move it', async () => {
    await publish(app.api, 'published', userChat('1'), { labels: ['prod'] })
    await race('published', (version) =>
      publish(app.api, 'published', userChat(String(version)), { labels: ['prod'] }),
    )
  })
})
