import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'

interface Change {
  readonly id: number
  readonly operation: string
  readonly params: Record<string, unknown>
}

/** Reads a stream of server-sent events until it is stopped. */
class Listener {
  readonly seen: Change[] = []
  readonly newest: number[] = []
  readonly ready: Promise<number>
  readonly over: Promise<void>
  readonly #stop = new AbortController()
  #wake: () => void = () => {}

  constructor(app: TestApp, key: string, query = '') {
    const started = Promise.withResolvers<number>()
    this.ready = started.promise
    this.over = this.#read(`${app.baseUrl}/api/public/v2/events?stream=true${query}`, key, started.resolve)
  }

  async #read(url: string, key: string, started: (id: number) => void) {
    const answer = await fetch(url, { headers: { 'x-api-key': key }, signal: this.#stop.signal })
    let text = ''
    try {
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const [event, data] = text.slice(0, end).split('\ndata: ')
          text = text.slice(end + 2)
          if (event === 'event: ready') started(JSON.parse(data!).last_id)
          if (event === 'event: change') this.seen.push(JSON.parse(data!))
          if (event === 'event: requests') this.newest.push(JSON.parse(data!).newest_request_id)
          this.#wake()
        }
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error
    }
  }

  async until(count: number): Promise<void> {
    while (this.seen.length < count) await this.#more()
  }

  async untilNewest(id: number): Promise<void> {
    while (this.newest.at(-1) !== id) await this.#more()
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.over
  }
}

describe('the stream of changes', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
    await app.api.post('/rest/prompt-templates', endpoints.publishTemplate.example.body)
  })
  after(() => app.close())

  it('sends each change once, to its own workspace only, without secrets', async () => {
    const other = await app.newWorkspace()
    const [listener, stranger] = [new Listener(app, app.key), new Listener(app, other.key)]
    await Promise.all([listener.ready, stranger.ready])
    await app.api.post('/api/public/v2/env-vars', { key: 'TOKEN', value: 'canary-of-the-stream' })
    await app.api.post('/api/public/v2/folders', { name: 'told' })
    await app.api.post('/log-request', endpoints.logRequest.example.body)
    await app.api.post('/api/public/v2/folders', { name: 'told' })
    await app.api.post('/api/public/v2/folders', { name: 'told too' })
    await listener.until(3)
    assert.deepEqual(
      listener.seen.map(({ operation }) => operation),
      [endpoints.createWorkspaceVariable.id, endpoints.createFolder.id, endpoints.createFolder.id],
    )
    assert.equal(new Set(listener.seen.map(({ id }) => id)).size, 3)
    assert.doesNotMatch(JSON.stringify(listener.seen), /canary/)
    assert.deepEqual(stranger.seen, [])
    await Promise.all([listener.stop(), stranger.stop()])
  })

  it('goes on where a reader was cut off, without loss and without repeating', async () => {
    const first = new Listener(app, app.key)
    await first.ready
    await app.api.post('/api/public/v2/folders', { name: 'before the cut' })
    await first.until(1)
    await first.stop()
    for (const name of ['while away', 'also while away'])
      await app.api.post('/api/public/v2/folders', { name })
    const second = new Listener(app, app.key, `&after=${first.seen[0]!.id}`)
    await second.ready
    await app.api.post('/api/public/v2/folders', { name: 'back' })
    await second.until(3)
    assert.equal(second.seen.length, 3)
    assert.ok(second.seen.every(({ id }) => id > first.seen[0]!.id))
    await second.stop()
  })

  it('hears writers that come all at once, in any order', async () => {
    const listener = new Listener(app, app.key)
    await listener.ready
    const names = Array.from({ length: 40 }, (_none, at) => `at once ${at}`)
    await Promise.all(names.map((name) => app.api.post('/api/public/v2/folders', { name })))
    await listener.until(40)
    assert.equal(new Set(listener.seen.map(({ id }) => id)).size, 40)
    await listener.stop()
  })

  it('ends when the server stops', async () => {
    const own = await startApp()
    const listener = new Listener(own, own.key)
    await listener.ready
    own.context.changes.close()
    await listener.over
    await own.close()
  })

  it('ends when the key is revoked', async () => {
    const { createApiKey, revokeApiKey } = endpoints
    const { body } = await app.api.post(createApiKey.path, { name: 'short', role: 'viewer' })
    const listener = new Listener(app, body.key)
    await listener.ready
    await app.api.delete(revokeApiKey.path.replace('{api_key_id}', body.api_key.id))
    await listener.over
    await app.api.post('/api/public/v2/folders', { name: 'not for them' })
    assert.ok(listener.seen.every(({ operation }) => operation !== endpoints.createFolder.id))
  })

  it('says that requests were logged, to its own workspace only', async () => {
    const other = await app.newWorkspace()
    const [listener, stranger] = [new Listener(app, app.key), new Listener(app, other.key)]
    await Promise.all([listener.ready, stranger.ready])
    const log = async () =>
      (await app.api.post('/log-request', endpoints.logRequest.example.body)).body.id as number
    const ids = []
    for (let count = 0; count < 20; count++) ids.push(await log())
    await listener.untilNewest(Math.max(...ids))
    await app.api.post('/api/public/v2/folders', { name: 'after them' })
    await other.api.post('/api/public/v2/folders', { name: 'after them' })
    await Promise.all([listener.until(1), stranger.until(1)])
    assert.deepEqual(stranger.newest, [])
    await Promise.all([listener.stop(), stranger.stop()])
  })
})
