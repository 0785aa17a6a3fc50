import { after, before, describe, it } from 'node:test'
import type { Browser } from '@playwright/test'
import { type RunWorld, startRunWorld } from '../journeys/support/running.ts'
import { assertAccessible } from './accessible.ts'
import { openBrowser, openPage } from './browser.ts'

describe('keys of providers', () => {
  let world: RunWorld
  let browser: Browser
  before(async () => {
    world = await startRunWorld()
    browser = await openBrowser()
    const connections = '/api/public/v2/connections'
    await world.api.post(connections, { name: 'ours', provider: 'openai', api_key: 'sk-0123456' })
    const own = {
      provider: 'custom',
      client: 'openai',
      base_url: 'https://models.example',
      api_key: 'sk-0123456',
    }
    await world.api.post(connections, { name: 'own server', ...own })
  })
  after(async () => {
    await browser?.close()
    await world.close()
  })

  for (const theme of ['light', 'dark'] as const)
    it(`are tested where they are listed, ${theme}`, async () => {
      const { page } = await openPage(browser, world.app, theme)
      await page.goto('/settings/connections')
      await page.getByText('Not tested').first().waitFor()
      await page.getByRole('button', { name: 'Test ours' }).click()
      await page.getByText(/Works, \d+ ms/).waitFor()
      world.fake.answerWith(() => 'bad_key')
      await page.getByRole('button', { name: 'Test ours' }).click()
      await page.getByText('Failing, 401').waitFor()
      await assertAccessible(page)
      world.fake.answerWith(() => ({ text: 'yes' }))
      await page.getByRole('button', { name: 'Test own server' }).click()
      await page.getByRole('dialog', { name: 'Test own server' }).waitFor()
      await assertAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
})
