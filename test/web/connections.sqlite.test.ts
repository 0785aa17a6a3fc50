import { describe, it } from 'node:test'
import type { RunWorld } from '../journeys/support/running.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'

describe('keys of providers', () => {
  let world: RunWorld
  const { openPage } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
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

  it('are tested from their list', async () => {
    const { page } = await openPage()
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

  it('are tested when they are saved', async () => {
    const { page } = await openPage()
    await page.goto('/settings/connections?add=true')
    await page.getByLabel('Name').fill('new')
    await page.getByRole('button', { name: 'Save key' }).click()
    await page.getByText('Enter the key of the provider.').waitFor()
    await page.getByLabel('Key', { exact: true }).fill('sk-0123456789')
    await page.getByRole('button', { name: 'Save key' }).click()
    const row = page.getByRole('row').filter({ hasText: 'new' })
    await row.getByText(/Works, \d+ ms/).waitFor()
    world.fake.answerWith(() => 'bad_key')
    await page.getByRole('button', { name: 'Change new' }).click()
    await page.getByLabel('Key', { exact: true }).fill('sk-revoked')
    await page.getByRole('button', { name: 'Save key' }).click()
    await row.getByText('Failing, 401').waitFor()
    world.fake.answerWith(() => ({ text: 'yes' }))
  })
})
