import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import { logged, readBack } from './support/requests.ts'
import { assertRefused } from './support/templates.ts'

/** The pairs of the founding document. */
const allowed: Record<string, string[]> = {
  PROVIDER_RATE_LIMIT: ['WARNING', 'ERROR'],
  PROVIDER_QUOTA_LIMIT: ['WARNING', 'ERROR'],
  PROVIDER_PARTIAL_RESPONSE: ['WARNING'],
  VARIABLE_MISSING_OR_EMPTY: ['WARNING'],
  PROVIDER_TIMEOUT: ['ERROR'],
  PROVIDER_AUTH_ERROR: ['ERROR'],
  PROVIDER_ERROR: ['ERROR'],
  TEMPLATE_RENDER_ERROR: ['ERROR'],
  UNKNOWN_ERROR: ['WARNING', 'ERROR'],
}

describe('the status of a logged request', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  const post = (rest: object) => app.api.post('/log-request', logged(rest))

  for (const [error_type, statuses] of Object.entries(allowed))
    for (const status of ['SUCCESS', 'WARNING', 'ERROR', undefined]) {
      const fits = status !== undefined && statuses.includes(status)
      it(`${status ?? 'that is not given'} ${fits ? 'may' : 'may not'} come with ${error_type}`, async () => {
        const reply = await post({ status, error_type, error_message: 'why' })
        if (!fits) return assertRefused(reply, 422, 'body.error_type')
        assert.equal(reply.status, 200)
        assert.deepEqual(
          [reply.body.status, reply.body.error_type, reply.body.error_message],
          [status, error_type, 'why'],
        )
        const row = await readBack(app.api, reply.body.id)
        assert.deepEqual([row.status, row.error_type, row.error_message], [status, error_type, 'why'])
      })
    }

  it('may stand without an error type', async () => {
    for (const status of ['SUCCESS', 'WARNING', 'ERROR']) {
      const { body } = await post({ status })
      assert.deepEqual([body.status, body.error_type, body.error_message], [status, null, null])
    }
  })
})
