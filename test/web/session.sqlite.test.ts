import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from '@playwright/test'
import { emptySheet } from '../journeys/support/tables.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { openBrowser, openPage } from './browser.ts'
import { ada } from './sign-in.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

const ended = { name: 'Your session has ended' }

describe('a session that changes while a person types', () => {
  let app: TestApp
  let browser: Browser
  startAppAndBrowser((started) => {
    ;({ app, browser } = started)
  })

  const signInAgain = async (page: Page, password: string) => {
    const dialog = page.getByRole('dialog', ended)
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('ends: a form stays filled in, and is sent after signing in again', async () => {
    const { page } = await openPage(browser, app)
    await page.goto('/prompts')
    await page.getByRole('button', { name: 'New prompt' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('written before it ended')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', ended).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await signInAgain(page, 'not this one')
    await page.getByRole('dialog', ended).getByRole('alert').waitFor()
    await signInAgain(page, ada.password)
    await page.getByRole('heading', { name: 'written before it ended', exact: true }).waitFor()
  })

  it('ends: a cell is saved after signing in again', async () => {
    const sheet = await emptySheet(app.api)
    const text = await sheet.column('text')
    await sheet.add([{ [text.id]: 'before' }])
    const { page } = await openPage(browser, app)
    await page.goto(`/tables/${sheet.table}`)
    await page.locator('[data-row="0"][data-column="0"]').click()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('after')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    await signInAgain(page, ada.password)
    await page.getByRole('dialog', ended).waitFor({ state: 'detached' })
    await waitUntilEqual(() => sheet.shown(text.id), ['after'])
    await waitUntilEqual(() => page.evaluate<string | null>('document.activeElement.role'), 'grid')
  })

  it('ends elsewhere: an idle screen says so, and continues', async () => {
    const { page } = await openPage(browser, app)
    await page.goto('/settings/keys')
    await page.getByRole('row', { name: /first key/ }).waitFor()
    await app.context.store.transact((tx) => tx.deleteFrom('sessions').execute())
    await page.getByRole('dialog', ended).waitFor()
    await signInAgain(page, ada.password)
    await page.getByRole('dialog', ended).waitFor({ state: 'detached' })
    await app.api.post('/api/public/v2/api-keys', { name: 'made meanwhile', role: 'viewer' })
    await page.getByRole('row', { name: /made meanwhile/ }).waitFor()
  })

  it('ends in all tabs; signing in again in one continues the others', async () => {
    const { page: first } = await openPage(browser, app)
    await first.goto('/prompts')
    const second = await first.context().newPage()
    await second.goto('/tables')
    await second.getByRole('heading', { name: 'Tables', exact: true }).waitFor()
    await first.context().clearCookies()
    for (const page of [first, second]) await page.getByLabel(/^Find/).fill('anything')
    await first.getByRole('dialog', ended).waitFor()
    await second.getByRole('dialog', ended).waitFor()
    await signInAgain(second, ada.password)
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await first.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('ends in all tabs when the person signs out in one, and continues after a new sign-in', async () => {
    const { page: first } = await openPage(browser, app)
    await first.goto('/tables')
    const second = await first.context().newPage()
    await second.goto('/prompts')
    await second.getByRole('button', { name: /^Signed in as/ }).click()
    await second.getByRole('menuitem', { name: 'Sign out' }).click()
    for (const page of [first, second])
      await page.getByRole('heading', { name: 'Sign in to Galley' }).waitFor()
    await second.getByLabel('E-mail').fill(ada.email)
    await second.getByLabel('Password').fill(ada.password)
    await second.getByRole('button', { name: 'Sign in', exact: true }).click()
    await first.waitForURL('**/tables')
  })

  it('moves to another workspace in one tab: no change of the other tab is saved there', async () => {
    const { page: first } = await openPage(browser, app)
    await first.goto('/prompts')
    await first.getByRole('button', { name: 'New prompt' }).first().click()
    await first.getByLabel('Name', { exact: true }).fill('of the first')
    const second = await first.context().newPage()
    await second.goto('/prompts')
    await second.getByRole('button', { name: /^Workspace/ }).click()
    await second.getByRole('menuitem', { name: 'New workspace' }).click()
    await second.getByLabel('Name').fill('Research')
    await second.getByRole('button', { name: 'Create workspace' }).click()
    await first.getByRole('dialog', { name: 'You went to Research in another tab' }).waitFor()
    await assertAccessible(first)
    await first.getByRole('button', { name: /^Back to/ }).click()
    await second.getByRole('dialog', { name: /^You went to/ }).waitFor()
    await first.getByRole('button', { name: 'Open editor' }).click()
    await first.getByRole('textbox', { name: 'User message 2' }).click()
    await first.keyboard.type('Hello')
    await first.getByRole('button', { name: 'Save version' }).click()
    await first.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await first.getByText('of the first saved as v1').waitFor()
    const { body } = await app.api.get('/prompt-templates?page=1&per_page=10&name=of the first')
    assert.equal(body.items.length, 1)
    await second.getByRole('button', { name: /^Go on in/ }).click()
    await second.getByRole('link', { name: 'of the first' }).waitFor()
  })
})

describe('a cell written while the server cannot be reached', () => {
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

  it('is offered again until it is saved', async () => {
    const sheet = await emptySheet(app.api)
    const text = await sheet.column('text')
    await sheet.add([{ [text.id]: 'before' }])
    const { page } = await openPage(browser, app)
    await page.goto(`/tables/${sheet.table}`)
    await page.locator('[data-row="0"][data-column="0"]').click()
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('after')
    await page.keyboard.press('Enter')
    await page
      .getByText(/cannot be reached/)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await waitUntilEqual(() => sheet.shown(text.id), ['after'])
  })
})
