import { describe, it } from 'node:test'
import { tablesPath } from '../journeys/support/tables.ts'
import { bodyOf } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

describe('the sheets of a table', () => {
  let app: TestApp
  const { openAt } = startAppAndBrowser((started) => ({ app } = started))

  it('are renamed, duplicated, moved, deleted and restored', async () => {
    const { table } = bodyOf(await app.api.post(tablesPath, { title: 'Weeks' }), 201)
    const page = await openAt(`/tables/${table.id}`, { expects: /status of 404/ })
    const tabs = page.getByRole('navigation', { name: 'Sheets' })
    const titles = () => tabs.getByRole('link').allInnerTexts()
    const choose = async (sheet: string, action: string) => {
      await tabs.getByRole('button', { name: `More for ${sheet}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose('Sheet 1', 'Rename')
    const dialog = page.getByRole('dialog', { name: 'Rename sheet' })
    await assertAccessible(page)
    await dialog.getByRole('textbox').fill('June')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await waitUntilEqual(titles, ['June'])

    await choose('June', 'Duplicate')
    await waitUntilEqual(async () => (await titles()).length, 2)
    const copy = (await titles())[1]!
    await choose(copy, 'Move left')
    await waitUntilEqual(titles, [copy, 'June'])
    await tabs.getByRole('link', { name: 'June', exact: true }).click()
    await choose('June', 'Delete')
    const confirm = page.getByRole('dialog')
    await confirm.getByText('For 30 days you can restore it in Settings, Recently deleted.').waitFor()
    await confirm.getByRole('textbox').fill('June')
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await waitUntilEqual(titles, [copy])

    await page.goto('/settings/recently-deleted')
    const row = page.getByRole('row', { name: /June/ })
    await row.getByText('Weeks', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Restore June' }).click()
    await page.getByText('June restored').waitFor()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await waitUntilEqual(titles, [copy, 'June'])
    await tabs.locator('[aria-current=page]', { hasText: 'June' }).waitFor()
  })

  it('belong to a table that has a name of its own if none is given', async () => {
    const page = await openAt('/tables')
    await page.getByRole('button', { name: 'New table' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Blank' }).click()
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('heading', { name: /^Untitled Table/ }).waitFor()
  })
})
