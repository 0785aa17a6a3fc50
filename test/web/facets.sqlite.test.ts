import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { logFrom } from '../journeys/support/requests.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'

describe('the facets of the log', () => {
  let app: TestApp
  const { openAt } = startAppAndBrowser((started) => ({ app } = started))

  const facets = (page: Page) => page.getByRole('complementary', { name: 'Facets' })
  const value = (page: Page, section: string, name: RegExp) =>
    facets(page).getByRole('region', { name: section, exact: true }).getByRole('button', { name })
  const rows = (page: Page, count: number) =>
    page
      .getByRole('table', { name: 'Requests' })
      .and(page.locator(`[aria-rowcount="${count}"]`))
      .waitFor()

  it('count values; a click includes one, Alt and a click excludes one', async () => {
    for (let index = 0; index < 12; index++)
      await logFrom(app, 'app', {
        metadata: { customer: index < 3 ? 'grace' : 'ada', plan: 'pro' },
        tags: index % 2 === 0 ? ['chat'] : ['batch'],
        ...(index === 0 && { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' }),
      })
    await logFrom(app, 'evaluation')
    const page = await openAt('/requests')
    await value(page, 'Status', /^Success\s*11$/).waitFor()
    await value(page, 'Source', /^evaluation\s*1$/).waitFor()
    await value(page, 'User (customer)', /^ada\s*9$/).waitFor()
    await assertAccessible(page)
    // All columns fit beside the facets.
    const widths = await page.evaluate(
      `(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth])(document.querySelector('[role=table] > div'))`,
    )
    const [shown, needed] = widths as number[]
    assert.equal(needed, shown)

    await value(page, 'User (customer)', /^grace/).click()
    await rows(page, 3)
    await value(page, 'Status', /^Error\s*1$/).click()
    await rows(page, 1)
    await page.getByText('Status is ERROR').waitFor()
    await value(page, 'Status', /^Error/).click()
    await rows(page, 3)
    await value(page, 'Tag', /^batch/).click({ modifiers: ['Alt'] })
    await page.getByText('Tag does not contain batch').waitFor()
    await rows(page, 2)
    await page.goBack()

    await page.goto('/requests')
    const tag = facets(page).getByRole('region', { name: 'Tag', exact: true })
    await tag.getByRole('button', { name: 'More for chat' }).click()
    await page.getByRole('menuitem', { name: 'Exclude' }).click()
    await rows(page, 6)

    // Sections stay collapsed, and facets hidden, after a reload.
    await facets(page).getByRole('button', { name: 'plan', exact: true }).click()
    await value(page, 'plan', /^pro\s*6$/).waitFor()
    await tag.getByRole('button', { name: 'Tag', exact: true }).click()
    await page.reload()
    await value(page, 'plan', /^pro\s*6$/).waitFor()
    assert.equal(await tag.getByRole('button').count(), 1)
    await facets(page).getByRole('button', { name: 'Hide facets' }).click()
    await page.reload()
    await rows(page, 6)
    await facets(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Facets' }).click()
    await facets(page).waitFor()
  })

  it('have a field that finds values which are not among the most frequent', async () => {
    for (let index = 0; index < 60; index++)
      await logFrom(app, 'app', { tags: ['many'], metadata: { shop: `shop-${100 + index}` } })
    const page = await openAt('/requests')
    await value(page, 'Tag', /^many/).click()
    await facets(page).getByRole('button', { name: 'shop', exact: true }).click()
    await facets(page).getByRole('region', { name: 'shop' }).getByText('44+ more').click()
    await facets(page).getByText('Find other values by a part of them.').waitFor()
    assert.equal(await value(page, 'shop', /^shop-159/).count(), 0)
    await page.getByLabel('Find shop').fill('P-159')
    await value(page, 'shop', /^shop-159\s*1$/).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Metadata shop is shop-159').waitFor()
    await rows(page, 1)
  })

  it('count the values of scores, and filter by a range of numbers', async () => {
    const { api } = app
    const ids: number[] = []
    for (let index = 0; index < 5; index++) ids.push(await logFrom(app, 'app', { tags: ['scored'] }))
    const give = async (id: number, name: string, value: unknown) => {
      const subject = { subject_type: 'request', subject_id: String(id) }
      assert.equal((await api.post('/api/public/v2/scores', { ...subject, name, value })).status, 201)
    }
    for (const [index, id] of ids.entries()) {
      await give(id, 'helpful', index > 1)
      await give(id, 'quality', index / 4)
    }
    const page = await openAt('/requests')
    await facets(page).getByRole('button', { name: 'Score', exact: true }).click()
    await value(page, 'Score', /^helpful\s*5$/).waitFor()
    await facets(page).getByRole('button', { name: 'Score helpful', exact: true }).click()
    await value(page, 'Score helpful', /^no\s*2$/).click()
    await rows(page, 2)
    await page.getByText('Score value helpful is no').waitFor()
    await value(page, 'Score helpful', /^no\s*2$/).click()
    await facets(page).getByRole('button', { name: 'Score quality', exact: true }).click()
    await page.getByLabel('quality from').fill('0.5')
    await page.getByRole('form', { name: 'Range of quality' }).getByRole('button', { name: 'Filter' }).click()
    await rows(page, 3)
    await page.getByText('Score value quality ≥ 0.5').waitFor()
    const quality = facets(page).getByRole('region', { name: 'Score quality' })
    await quality.getByRole('button', { name: 'Lowest first' }).click()
    const order = page.getByRole('region', { name: 'Order' })
    await order.getByText('Sorted by score quality, lowest first.').waitFor()
    const row = page.locator('[data-request]')
    const lowest = page.locator(`[data-request="${ids[2]}"]`)
    await row.first().and(lowest).waitFor()
    await assertAccessible(page)
    await order.getByRole('button', { name: 'Highest first' }).click()
    await order.getByText('Sorted by score quality, highest first.').waitFor()
    await row.last().and(lowest).waitFor()
    await order.getByRole('button', { name: 'Newest first' }).click()
    await order.waitFor({ state: 'detached' })
    await assertAccessible(page)
    await page.getByLabel('Filter', { exact: true }).fill('score value')
    await page.getByRole('option', { name: 'Score value' }).click()
    await page.getByRole('option', { name: 'helpful' }).click()
    await page.getByRole('option', { name: 'is', exact: true }).click()
    await page.getByRole('option', { name: 'yes' }).click()
    await page.getByText('Score value helpful is yes').waitFor()
    await rows(page, 3)
  })

  it('are all counted when more are open than one call counts', async () => {
    const keys = Array.from({ length: 40 }, (_none, index) => `key_${index}`)
    await logFrom(app, 'app', { metadata: Object.fromEntries(keys.map((key) => [key, `of ${key}`])) })
    const page = await openAt('/prompts')
    const open = JSON.stringify(keys.map((key) => `metadata.${key}`))
    await page.evaluate(`localStorage.setItem('galley.facets.open', ${JSON.stringify(open)})`)
    await page.goto('/requests')
    for (const key of keys) await value(page, key, new RegExp(`^of ${key}\\s*1$`)).waitFor()
  })
})
