import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import type { TestApp } from '../kit/app.ts'
import { startAppAndBrowser } from './app-and-browser.ts'

const version = (text: string) => ({
  prompt_template: { prompt_name: 'greeting' },
  prompt_version: {
    prompt_template: { type: 'chat', messages: [{ role: 'user', content: [{ type: 'text', text }] }] },
  },
})

describe('changes of others', () => {
  let app: TestApp
  let label: number
  const { openPage } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    for (const text of ['Hi', 'Hello', 'Good morning'])
      assert.ok((await app.api.post('/rest/prompt-templates', version(text))).status < 300)
    const created = await app.api.post('/prompts/1/label', { prompt_version_number: 1, name: 'prod' })
    assert.equal(created.status, 200, JSON.stringify(created.body))
    label = created.body.id
  })

  const move = async (number: number) => {
    const { status, body } = await app.api.patch(`/prompt-labels/${label}`, {
      prompt_version_number: number,
    })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const shows = (page: Page, number: number) => page.getByText(new RegExp(`prod\\s*v${number}`)).waitFor()

  it('are shown in every tab and every browser that is open', async () => {
    const { page: first, complaints } = await openPage()
    await first.goto('/prompts')
    await shows(first, 1)
    const second = await first.context().newPage()
    await second.goto('/prompts')
    await shows(second, 1)
    const { page: other } = await openPage()
    await other.goto('/prompts')
    await shows(other, 1)
    await move(2)
    await Promise.all([first, second, other].map((page) => shows(page, 2)))
    // The tab that held the stream is closed; the other one takes over.
    await first.close()
    await move(3)
    await Promise.all([second, other].map((page) => shows(page, 3)))
    assert.deepEqual(complaints, [])
  })

  it('are fetched again once the connection is back', async () => {
    const { page } = await openPage()
    await page.goto('/prompts')
    await shows(page, 3)
    const events = '**/api/public/v2/events*'
    await page.route(events, (route) => route.abort())
    await page.reload()
    await shows(page, 3)
    await move(1)
    await page.unroute(events)
    await shows(page, 1)
  })
})
