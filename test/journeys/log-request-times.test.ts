import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import { log, logged, readBack } from './support/requests.ts'
import { assertRefused } from './support/templates.ts'

describe('the times of a logged request', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  const moment = '2026-11-20T10:00:01.250Z'
  const epoch = Date.parse(moment)
  const forms: Record<string, string | number> = {
    'ISO text': moment,
    'ISO text with an offset': '2026-11-20T12:30:01.250+02:30',
    'ISO text with an offset without a colon': '2026-11-20T05:00:01.250-0500',
    'ISO text without a zone, which is UTC': '2026-11-20T10:00:01.250',
    'ISO text with a space': '2026-11-20 10:00:01.250',
    'Python text with microseconds': '2026-11-20T10:00:01.250000+00:00',
    'lower-case ISO text': '2026-11-20t10:00:01.25z',
    'epoch seconds': epoch / 1000,
    'epoch milliseconds': epoch,
  }
  for (const [what, value] of Object.entries(forms))
    it(`may be ${what}`, async () => {
      const id = await log(app.api, { request_start_time: value, request_end_time: value })
      const row = await readBack(app.api, id)
      assert.deepEqual([row.request_start_time, row.request_end_time, row.latency_ms], [moment, moment, 0])
    })

  it('may be a date alone, and whole seconds', async () => {
    const given = { request_start_time: '2026-11-20', request_end_time: epoch / 1000 - 1.25 }
    const row = await readBack(app.api, await log(app.api, given))
    assert.deepEqual(
      [row.request_start_time, row.request_end_time],
      ['2026-11-20T00:00:00.000Z', '2026-11-20T10:00:00.000Z'],
    )
  })

  it('may be the wrong way round, with a latency of zero', async () => {
    const given = { request_start_time: epoch, request_end_time: epoch - 500 }
    assert.equal((await readBack(app.api, await log(app.api, given))).latency_ms, 0)
  })

  const bad = [
    'yesterday',
    '',
    '10:00',
    '2026-13-01T00:00:00Z',
    '2026-11-20T25:00:00Z',
    -1,
    1e18,
    null,
    true,
    {},
    '1795168800',
  ]
  for (const value of bad)
    it(`may not be ${JSON.stringify(value)}`, async () => {
      const reply = await app.api.post('/log-request', logged({ request_start_time: value }))
      assertRefused(reply, 422, 'body.request_start_time')
    })
})
