import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import { log, readBack } from './support/requests.ts'

/** `contract/moment.test.ts` has all forms of times. */
describe('the times of a logged request', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  const moment = '2026-11-20T10:00:01.250Z'
  const epoch = Date.parse(moment)
  const forms: Record<string, string | number> = {
    'ISO text with an offset': '2026-11-20T12:30:01.250+02:30',
    'epoch seconds': epoch / 1000,
    'epoch milliseconds': epoch,
  }
  for (const [what, value] of Object.entries(forms))
    it(`may be ${what}`, async () => {
      const id = await log(app.api, { request_start_time: value, request_end_time: value })
      const row = await readBack(app.api, id)
      assert.deepEqual([row.request_start_time, row.request_end_time, row.latency_ms], [moment, moment, 0])
    })

  it('may be the wrong way round, with a latency of zero', async () => {
    const given = { request_start_time: epoch, request_end_time: epoch - 500 }
    assert.equal((await readBack(app.api, await log(app.api, given))).latency_ms, 0)
  })
})
