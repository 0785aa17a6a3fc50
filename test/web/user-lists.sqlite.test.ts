import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chatValues, exportSpans, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import type { TestApp } from '../kit/app.ts'
import { startAppAndBrowser } from './app-and-browser.ts'

describe('the page of a user with many sessions', () => {
  let app: TestApp
  const { openAt } = startAppAndBrowser((started) => ({ app } = started))

  it('loads further sessions, traces and requests only when they come into view', async () => {
    const spans = Array.from({ length: 180 }, (_, index) =>
      otlpSpan({
        traceId: newTraceId(),
        values: { ...chatValues, 'user.id': 'ada', 'session.id': `session ${index}` },
      }),
    )
    assert.equal((await exportSpans(app.api, ...spans)).status, 200)
    const page = await openAt('/users/ada')
    const searches: string[] = []
    page.on('request', (request) => {
      if (/\/(sessions|traces|requests)\/search$/.test(request.url())) searches.push(request.url())
    })
    for (const [part, row] of [
      ['Sessions', '[data-group]'],
      ['Traces', '[data-trace]'],
      ['Requests 180', '[data-request]'],
    ] as const) {
      await page.getByRole('tab', { name: part }).click()
      await page.locator(row).first().waitFor()
      await page.waitForLoadState('networkidle')
    }
    // The first pages of each list, and the first and last request of the user. All pages are 16.
    assert.ok(searches.length <= 6, searches.join('\n'))
    const list = page.getByRole('table', { name: 'Requests' })
    await list.locator('[data-request]').first().focus()
    await page.keyboard.press('End')
    await list.locator('[aria-rowindex="70"]').waitFor()
  })
})
