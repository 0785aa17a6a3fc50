import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from '@playwright/test'
import { endpoints } from '../../src/contract/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { openBrowser, openPage } from './browser.ts'

const example = endpoints.logRequest.example.body!
const hostile =
  '<img src=x onerror="document.title=`run`"><script>document.title="run"</script> \u202eesrever'

describe('the requests', () => {
  let app: TestApp
  let browser: Browser
  before(async () => {
    app = await startApp()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await app.close()
  })

  it('say how to send the first one', async () => {
    const { page } = await openPage(browser, app)
    await page.goto('/requests')
    await page.getByRole('heading', { name: 'Waiting for the first request' }).waitFor()
    await assertAccessible(page)
  })

  for (const theme of ['light', 'dark'] as const)
    it(`are found by words and status, and shown whole, ${theme}`, async () => {
      const said = (text: string) => ({
        type: 'chat',
        messages: [{ role: 'user', content: [{ type: 'text', text }] }],
      })
      for (let index = 0; index < 40; index++)
        await app.api.post('/log-request', { ...example, input: said(`ordinary question ${index}`) })
      const failed = { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT', error_message: 'it took too long' }
      const odd = {
        ...example,
        ...failed,
        input: said(`peculiar${theme} ${hostile}`),
        metadata: { customer: hostile },
      }
      const { id } = (await app.api.post('/log-request', odd)).body
      const { page, complaints } = await openPage(browser, app, theme)
      await page.goto('/requests')
      await page.getByRole('row').nth(20).waitFor()
      await assertAccessible(page)
      await page.keyboard.press('/')
      await page.keyboard.type(`peculiar${theme}`)
      const row = page.locator(`[data-request="${id}"]`)
      await row.waitFor()
      await page.getByRole('combobox', { name: 'Status' }).click()
      await page.getByRole('option', { name: 'Error' }).click()
      await row.click()
      const peek = page.getByRole('complementary', { name: `Request ${id}` })
      await peek.getByText('it took too long').waitFor()
      await assertAccessible(page)
      await peek.getByRole('tab', { name: 'Metadata' }).click()
      await peek.getByText('customer').waitFor()
      await assertAccessible(page)
      assert.match(page.url(), /status=ERROR/)
      assert.notEqual(await page.title(), 'run')
      await page.goto(`/requests?find=nothing&request=${id}`)
      await peek.getByText('it took too long').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { name: 'No requests match' }).waitFor()
      assert.deepEqual(complaints, [])
    })
})
