import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { QueryTooSlowError } from '../../src/server/db/index.ts'
import { appOfSuite } from '../kit/app.ts'

const storagePath = '/api/public/v2/storage'
const sandboxPath = '/api/public/v2/sandbox'

interface Part {
  readonly name: string
  readonly size_bytes: number | null
  readonly rows: number | null
  readonly is_estimate: boolean
}

describe('facts of the installation', () => {
  const app = appOfSuite()

  /** The exact sizes. On a busy machine a part may time out and be an estimate; then all parts are read again. */
  const partsOf = async (): Promise<Record<string, Part>> => {
    for (let attempt = 1; ; attempt++) {
      const { status, body } = await app.api.get(storagePath)
      assert.equal(status, 200, JSON.stringify(body))
      const parts = body.storage.parts as Part[]
      if (parts.every(({ is_estimate }) => !is_estimate))
        return Object.fromEntries(parts.map((part) => [part.name, part]))
      assert.ok(attempt < 50, JSON.stringify(parts))
    }
  }

  it('shows the engine, the folder, the size and its parts', async () => {
    const { status, body } = await app.api.get(storagePath)
    assert.equal(status, 200, JSON.stringify(body))
    const { storage } = body
    assert.equal(storage.engine, app.context.store.dialect)
    assert.equal(storage.version, app.context.store.version)
    assert.equal(storage.data_folder, app.context.config.folder)
    assert.equal(storage.last_backup, null)
    assert.ok(storage.size_bytes > 0)
    assert.ok(storage.disk.free_bytes > 0 && storage.disk.free_bytes <= storage.disk.size_bytes)
    assert.deepEqual(
      storage.parts.map(({ name }: Part) => name),
      ['requests', 'payloads', 'search_index', 'traces', 'sheets', 'other'],
    )
  })

  it('asks to retry if the database takes too long', async (context) => {
    context.mock.method(app.context.store, 'timedQuery', async () => {
      throw new QueryTooSlowError('canceling statement due to statement timeout')
    })
    const { status, body, headers } = await app.api.get(storagePath)
    assert.deepEqual([status, body.error], [503, 'busy'])
    assert.match(headers.get('retry-after') ?? '', /^\d+$/)
  })

  it('counts logged requests', async () => {
    const before = await partsOf()
    for (let index = 0; index < 3; index++)
      assert.equal((await app.api.post('/log-request', endpoints.logRequest.example.body)).status, 200)
    const now = await partsOf()
    assert.equal(now['requests']!.rows, before['requests']!.rows! + 3)
    assert.equal(now['payloads']!.rows, before['payloads']!.rows! + 3)
    for (const part of Object.values(now)) assert.ok(part.size_bytes! > 0, part.name)
    assert.equal(now['traces']!.rows, 0)
    assert.equal(now['other']!.rows, null)
  })

  it("reports the sandbox's protection", async () => {
    const { status, body } = await app.api.get(sandboxPath)
    assert.equal(status, 200, JSON.stringify(body))
    const { sandbox } = body
    const sandboxLevel = await app.context.sandbox.level()
    assert.equal(sandbox.level, sandboxLevel.level)
    assert.equal(sandbox.details, sandboxLevel.details)
    assert.equal(sandbox.is_walled, ['bubblewrap', 'namespaces'].includes(sandboxLevel.level))
    assert.equal(sandbox.is_strict, false)
    assert.equal(sandbox.can_run, true)
  })

  it('is for admins', async () => {
    const created = await app.api.post('/api/public/v2/api-keys', { name: 'reader', role: 'publisher' })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    for (const path of [storagePath, sandboxPath]) {
      const answer = await fetch(app.baseUrl + path, { headers: { 'X-API-KEY': created.body.key } })
      assert.equal(answer.status, 403)
    }
  })
})
