import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'

/** Calls that match no endpoint have the same error body as all others. */
describe('calls that no endpoint answers', () => {
  const app = appOfSuite()

  async function send(method: string, path: string, headers: Record<string, string> = {}) {
    const sent = request(`${app.baseUrl}${path}`, { method, headers }).end()
    return new Promise<{ status: number; allow: string | undefined; error: string }>((resolve, reject) => {
      sent.on('error', reject).on('response', async (response) => {
        const { success, error } = JSON.parse(await text(response))
        assert.equal(success, false)
        resolve({ status: response.statusCode!, allow: response.headers.allow, error })
      })
    })
  }

  it('are answered with the methods that the path allows, or with 404', async () => {
    for (const method of ['QUERY', 'PROPFIND', 'DELETE'])
      assert.deepEqual(await send(method, '/prompt-templates?page=1'), {
        status: 405,
        allow: 'GET',
        error: 'method_not_allowed',
      })
    assert.equal((await send('PATCH', '/prompt-templates/team/mail/greeting')).allow, 'GET, POST')
    assert.equal((await send('QUERY', '/nowhere')).status, 404)
  })

  it('do not include HEAD of the health endpoints, which monitors send', async () => {
    for (const path of ['/health', '/health/live', '/health/ready', '/livez', '/readyz']) {
      const { status } = await fetch(`${app.baseUrl}${path}`, { method: 'HEAD' })
      assert.equal(status, 200, path)
    }
  })

  it('are refused for headers that are too large', async () => {
    const { status, error } = await send('GET', '/prompt-templates', { 'x-large': 'a'.repeat(30_000) })
    assert.deepEqual([status, error], [431, 'headers_too_large'])
  })
})
