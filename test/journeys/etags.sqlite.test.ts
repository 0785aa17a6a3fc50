import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Reply } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { completion, pathOf, publish, userChat } from './support/templates.ts'

describe('ETags', () => {
  const app = appOfSuite()
  let id = 0
  before(async () => {
    await publish(app.api, 'part', completion('one'))
    ;({ id } = await publish(app.api, 'cached', userChat('@@@part@@@ {name}'), { labels: ['prod'] }))
  })

  type Headers = Record<string, string>
  const reads: Record<string, (headers?: Headers) => Promise<Reply>> = {
    'a raw read': (headers) => app.api.get(pathOf('cached'), headers),
    'a raw read by label': (headers) => app.api.get(`${pathOf('cached')}?label=prod`, headers),
    'a read': (headers) => app.api.post(pathOf('cached'), {}, headers),
    'a read by label': (headers) => app.api.post(pathOf('cached'), { label: 'prod' }, headers),
    'a rendered read': (headers) =>
      app.api.post(pathOf('cached'), { input_variables: { name: 'Ada' } }, headers),
    'the list': (headers) => app.api.get('/prompt-templates', headers),
    'the labels': (headers) => app.api.get(`${pathOf('cached')}/labels`, headers),
  }

  for (const [readName, read] of Object.entries(reads))
    it(`spare the body of ${readName} that a client has`, async () => {
      const first = await read()
      const etag = first.headers.get('etag')!
      assert.match(etag, /^"[\w-]+"$/)
      assert.equal(first.headers.get('cache-control'), 'private, no-cache')
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await read({ 'if-none-match': known })
        assert.deepEqual([again.status, again.body, again.headers.get('etag')], [304, null, etag])
      }
      const stale = await read({ 'if-none-match': '"something else"' })
      assert.deepEqual([stale.status, stale.body], [200, first.body])
    })

  const tags = async () => {
    const tagsByRead: Record<string, string> = {}
    for (const [readName, read] of Object.entries(reads))
      tagsByRead[readName] = (await read()).headers.get('etag')!
    return tagsByRead
  }
  /** Reads whose ETag differs after the change. */
  const changedBy = async (change: () => Promise<unknown>) => {
    const before = await tags()
    await change()
    const after = await tags()
    return Object.keys(reads).filter((readName) => before[readName] !== after[readName])
  }
  const latest = ['a raw read', 'a read', 'a rendered read', 'the list']
  const labelled = ['a raw read by label', 'a read by label', 'the labels']

  it('change with a publication', async () => {
    assert.deepEqual(await changedBy(() => publish(app.api, 'cached', userChat('Two {name}'))), latest)
  })

  it('change with a move of the label', async () => {
    const { body } = await app.api.get(`/prompt-templates/${id}/labels`)
    const label = body.release_labels[0].release_label_id
    const move = () => app.api.patch(`/prompt-labels/${label}`, { prompt_version_number: 2 })
    assert.deepEqual(await changedBy(move), labelled)
    assert.deepEqual(await changedBy(move), [])
  })

  it('change with a patch and with a snippet inside', async () => {
    const messages = userChat('Three @@@part@@@ {name}').messages
    assert.deepEqual(await changedBy(() => app.api.patch(`/rest${pathOf('cached')}`, { messages })), latest)
    assert.deepEqual(await changedBy(() => publish(app.api, 'part', completion('changed'))), latest)
  })

  it('do not change with other entities', async () => {
    const stranger = await app.newWorkspace()
    assert.deepEqual(await changedBy(() => publish(stranger.api, 'cached', userChat('theirs'))), [])
  })
})
