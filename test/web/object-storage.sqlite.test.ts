import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from '@playwright/test'
import { moveAll, startWithObjects } from '../bodies/start-with-objects.ts'
import { log } from '../journeys/support/requests.ts'
import { assertBothThemes } from './accessible.ts'
import { openBrowser, openPage } from './browser.ts'

describe('bodies in object storage', () => {
  let world: Awaited<ReturnType<typeof startWithObjects>>
  let browser: Browser
  before(async () => {
    world = await startWithObjects()
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await world.close()
  })

  it('are counted in the settings, and a request says why its body is not available', async () => {
    const { app, storage, s3 } = world
    const id = await log(app.api)
    const { store } = app.context
    const requests = store.db.selectFrom('requests').select('workspace_id')
    await moveAll(store, storage, (await requests.executeTakeFirstOrThrow()).workspace_id)
    const { page, complaints } = await openPage(browser, app)
    await page.goto('/settings/storage')
    const section = page.getByRole('region', { name: 'Storage' })
    await section.getByText('1 body in 1 object').waitFor()
    await section.getByText('Object storage (bodies)').waitFor()
    s3.mood = 'away'
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/requests?request=${id}`)
    const alert = page.getByRole('alert').filter({ hasText: 'Body not available' })
    await alert.waitFor()
    await assertBothThemes(page)
    const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')
    assert.deepEqual(widths, [390, 390])
    await page.goto('/settings/storage')
    await section.getByText(storage.problem!).waitFor()
    await assertBothThemes(page)
    assert.deepEqual(complaints, [])
  })
})
