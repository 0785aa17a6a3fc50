import { after, before, describe, it } from 'node:test'
import type { TestApp } from '../kit/app.ts'
import { assertBothThemes, assertPopupInBothThemes } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { startDevelopmentServer } from './development-server.ts'

describe('the page of every part of the design, in development', () => {
  let app: TestApp
  let development: Awaited<ReturnType<typeof startDevelopmentServer>>
  const { openPage } = startAppAndBrowser((started) => ({ app } = started))
  before(async () => {
    development = await startDevelopmentServer(app)
  })
  after(() => development?.close())

  it('has no fault that axe finds, in both themes, with its popups', async () => {
    const { page } = await openPage()
    await page.goto(`${development.origin}/design`)
    await page.getByRole('heading', { name: 'Key figures' }).waitFor()
    await assertBothThemes(page)
    for (const name of ['Menu', 'Dialog', 'What is Stale?']) {
      await page.getByRole('button', { name, exact: true }).click()
      await assertPopupInBothThemes(page)
      await page.keyboard.press('Escape')
      await page.locator('[role=menu], [role=dialog]').waitFor({ state: 'detached' })
    }
  })
})
