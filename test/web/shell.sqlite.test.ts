import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { log } from '../journeys/support/requests.ts'
import { publication, userChat } from '../journeys/support/templates.ts'
import { createTool } from '../journeys/support/tools.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

describe('the frame of the web app', () => {
  let app: TestApp
  const { openAt, openTab } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    await app.api.post('/rest/prompt-templates', endpoints.publishTemplate.example.body)
  })

  it('opens shortcuts and search by keys, and logs no error', async () => {
    const page = await openAt('/prompts')
    await page.getByRole('heading', { name: 'Prompts', exact: true }).waitFor()
    await page.getByRole('cell').first().waitFor()
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' })
    await shortcuts.waitFor()
    await page.keyboard.press('Escape')
    await shortcuts.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await page.keyboard.type('sett')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  it('keeps its screen while the server cannot be reached, and continues afterwards', async () => {
    const page = await openAt('/prompts', { expects: /./ })
    await page.getByRole('cell').first().waitFor()
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'))
    await page.getByRole('link', { name: 'Playground' }).click()
    await failed
    await page.getByRole('heading', { name: 'Prompts', exact: true }).waitFor()
    await page.getByRole('cell').first().waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Run all' }).waitFor()
  })

  it('opens a dialog that was asked for while the server could not be reached, once it answers', async () => {
    const page = await openAt('/dashboards', { expects: /./ })
    const open = page.getByRole('button', { name: 'New dashboard' }).first()
    await open.waitFor()
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'))
    await open.click()
    await failed
    await page.getByRole('heading', { name: 'Dashboards', level: 1 }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('dialog', { name: 'New dashboard' }).waitFor()
    await page.keyboard.press('Escape')
    await open.click()
    await page.getByRole('dialog', { name: 'New dashboard' }).waitFor()
  })

  it('offers to reload the page if a part of it is from an earlier version', async () => {
    const page = await openAt('/dashboards', { expects: /./ })
    const open = page.getByRole('button', { name: 'New dashboard' }).first()
    await open.waitFor()
    const parts = '**/assets/new-dashboard-*'
    await page.route(parts, (route) => route.fulfill({ status: 404 }))
    await open.click()
    await page.getByText('The server may have a new version.').waitFor()
    await page.unroute(parts)
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await open.click()
    await page.getByRole('dialog', { name: 'New dashboard' }).waitFor()
  })

  it('opens a prompt in the playground once the server answers', async () => {
    const { page } = await openTab({ expects: /./ })
    await page.goto('/prompts/1')
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'))
    await page.getByRole('menuitem', { name: 'Open in playground' }).click()
    await failed
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor()
  })

  it('closes a dialog by one Escape while a tooltip of it is open', async () => {
    const page = await openAt('/settings/audit')
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Close' }).waitFor()
    const copy = dialog.getByRole('button', { name: /^Copy / }).first()
    for (let presses = 0; presses < 9; presses++) {
      if ((await copy.and(page.locator(':focus')).count()) > 0) break
      await page.keyboard.press('Tab')
    }
    await page.getByText(/^Copy /).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('runs actions of the screen by name', async () => {
    const page = await openAt('/tables')
    await page.getByRole('button', { name: 'New table' }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('new ta')
    await page.getByRole('option', { name: 'New table Action' }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New table' }).getByLabel('Name').fill('by the palette')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'by the palette', level: 1 }).waitFor()
  })

  it('finds prompts by their names and requests by their ids', async () => {
    const { page } = await openTab({ expects: /status of 404/ })
    const name: string = endpoints.publishTemplate.example.body!.prompt_template.prompt_name
    await page.goto('/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(name.slice(1, 6).toUpperCase())
    await page.getByRole('option', { name }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('4711')
    await page.getByRole('option', { name: 'Request 4711' }).click()
    await page.waitForURL('**/requests?request=4711')
  })

  it('finds sections of the settings and documents by their contents', async () => {
    const { page } = await openTab()
    await page.goto('/settings/models')
    await page.getByRole('heading', { name: 'Default models' }).waitFor()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search' })
    for (const [words, option] of [
      ['invite', 'Invite members Settings'],
      ['2fa', /^General: Two-factor sign-in/],
      ['webhook', /^API reference: Webhook/],
      ['masking', 'Privacy: Data masking rules Settings'],
    ] as const) {
      await search.fill(words)
      await page.getByRole('option', { name: option }).waitFor()
    }
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Privacy' }).waitFor()
    await page.getByLabel('Find a setting').fill('gdpr')
    await page.getByText('GDPR erasure, right to be forgotten').click()
    await page.getByRole('heading', { name: 'Deletion of a person' }).waitFor()
    await page.getByLabel('Find a setting').fill('no such setting')
    await page.getByText('No setting matches.').waitFor()
    await assertAccessible(page)
  })

  it('chooses a theme, and searches the log for the words', async () => {
    const page = await openAt('/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('dark theme')
    await page.getByRole('option', { name: 'Theme: Dark' }).click()
    await page.locator('html.dark').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('4 tents')
    await page.getByRole('option', { name: 'Requests with “4 tents”' }).click()
    await waitUntilEqual(() => page.getByLabel('Find requests').inputValue(), '4 tents')
  })

  it('finds users that only the metadata of requests names, by the words of their ids', async () => {
    await log(app.api, { metadata: { customer: 'shop_17_berlin' } })
    const page = await openAt('/settings', { expects: /status of 404/ })
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('shop 17')
    await page.getByRole('option', { name: /^shop_17_berlin\s*User$/ }).click()
    await page.getByRole('heading', { name: 'shop_17_berlin', level: 1 }).waitFor()
    await page.getByRole('tab', { name: 'Requests 1' }).waitFor()
  })

  it('opens tools and saved playgrounds by name', async () => {
    await createTool(app.api, 'find_parcel_now')
    await app.api.post(endpoints.createPlayground.path, {
      ...endpoints.createPlayground.example.body,
      name: 'Trial of parcels',
    })
    const { page } = await openTab()
    const find = async (words: string, option: RegExp) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search' }).fill(words)
      await page.getByRole('option', { name: option }).click()
    }
    await page.goto('/inbox')
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    await find('parcel now', /^find_parcel_now\s*Tool$/)
    await page
      .getByRole('dialog', { name: 'find_parcel_now v1' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await find('of parcels', /^Trial of parcels\s*Playground$/)
    await page.getByRole('heading', { name: 'Trial of parcels', level: 1 }).waitFor()
  })

  it('offers recent pages, members and workflows, and moves a label by its name', async () => {
    const { page } = await openTab()
    const prompt: string = endpoints.publishTemplate.example.body!.prompt_template.prompt_name
    const { items } = (await app.api.get(`/prompt-templates?name=${prompt}`)).body
    const { id, version } = items[0]
    const label = { name: 'palette', prompt_version_number: version }
    assert.equal((await app.api.post(`/prompts/${id}/label`, label)).status, 200)
    const second = await app.api.post('/rest/prompt-templates', publication(prompt, userChat('Shorter')))
    assert.ok(second.status < 300, JSON.stringify(second.body))
    const search = page.getByRole('combobox', { name: 'Search' })
    await page.goto(`/prompts/${id}`)
    await waitUntilEqual(() => page.title(), `${prompt} · Galley`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await waitUntilEqual(() => page.title(), 'Settings · Galley')
    await page.keyboard.press('Control+k')
    await waitUntilEqual(() => page.getByRole('option').first().textContent(), `${prompt}Prompt`)
    await assertAccessible(page)
    await search.fill('ada@')
    await page.getByRole('option', { name: 'Ada Member' }).waitFor()
    await search.fill('move palette')
    await page.getByRole('option', { name: `Move palette of ${prompt}` }).waitFor()
    await search.fill(`move palette of ${prompt}`)
    await page.getByRole('option', { name: /^Move palette of / }).click()
    const dialog = page.getByRole('dialog', { name: /^Release v/ })
    await dialog.getByRole('combobox', { name: 'Label' }).filter({ hasText: 'palette' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await waitUntilEqual(async () => page.url().includes('move='), false)
  })

  it('loses no letter that is typed while the app starts', async () => {
    const { page } = await openTab({ expects: /./ })
    const started = Promise.withResolvers<void>()
    await page.route('**/api/public/v2/session', async (route) => {
      await started.promise
      await route.continue()
    })
    await page.goto('/prompts')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('provider k')
    started.resolve()
    await waitUntilEqual(() => page.getByRole('combobox', { name: 'Search' }).inputValue(), 'provider k')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Provider keys' }).waitFor()
  })

  it('loses no letter that is typed right after Ctrl K', async () => {
    const page = await openAt('/prompts', { expects: /./ })
    await page.getByRole('cell').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('provider k')
    assert.equal(await page.getByRole('combobox', { name: 'Search' }).inputValue(), 'provider k')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Provider keys' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' })
  })

  it('has the API reference, the glossary and the shortcuts one click away', async () => {
    const page = await openAt('/prompts')
    await page.getByRole('button', { name: 'Help' }).click()
    await assertAccessible(page)
    const reference = page.context().waitForEvent('page')
    await page.getByRole('menuitem', { name: 'API reference' }).click()
    assert.equal(new URL((await reference).url()).pathname, '/docs')
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Glossary' }).click()
    await page.getByRole('dialog', { name: 'Glossary' }).getByText('Stale', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: /^Keyboard shortcuts/ }).click()
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  })

  it('leads back from missing pages', async () => {
    const { page } = await openTab({ expects: /./ })
    for (const [path, list] of [
      ['/tables/00000000-0000-4000-8000-000000000000', 'tables'],
      ['/workflows/999', 'workflows'],
      ['/workflows/1?run=999', 'the workflow'],
      ['/dashboards/999', 'dashboards'],
      ['/traces/none', 'traces'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('link', { name: `Back to ${list}` }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
    }
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Back to traces' }).click()
    await page.getByRole('heading', { name: 'Traces', exact: true }).waitFor()
  })

  it('says that the server cannot be reached until it answers again', async () => {
    const { page } = await openTab({ expects: /./ })
    let isAway = false
    await page.route('**/api/public/v2/events**', (route) => (isAway ? route.abort() : route.continue()))
    isAway = true
    await page.goto('/prompts')
    await page.getByText('No connection to the server').waitFor()
    await assertAccessible(page)
    isAway = false
    await page.getByText('No connection to the server').waitFor({ state: 'detached' })
  })

  it('shows every group of links on a narrow screen', async () => {
    const { page } = await openTab({ expects: /./ })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/prompts')
    for (const name of ['Prompts', 'Playground', 'Workflows', 'Tables', 'Requests', 'Analytics', 'Settings'])
      await page
        .getByRole('navigation', { name: 'Galley' })
        .getByRole('link', { name, exact: true })
        .waitFor()
    await page.getByRole('button', { name: 'Signed in as Ada' }).waitFor()
    await assertAccessible(page)
  })

  it('opens pages by two keys, but not while a person types', async () => {
    const page = await openAt('/settings/code', { expects: /./ })
    await page.getByRole('switch').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Prompts', exact: true }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('gs')
    assert.equal(await page.getByLabel('Find prompts').inputValue(), 'gs')
    await page.waitForURL(/find=gs/)
  })
})
