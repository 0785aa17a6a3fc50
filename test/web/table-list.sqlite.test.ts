import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

const tables = '/api/public/v2/tables'

let app: TestApp
const { openAt } = startAppAndBrowser((started) => ({ app } = started))

it('files tables in folders, renames and duplicates them', async () => {
  const { table, default_sheet } = (await app.api.post(tables, { title: 'Replies' })).body
  await app.api.post(tables, { title: 'Elsewhere' })
  const path = `${tables}/${table.id}/sheets/${default_sheet.id}`
  const column = (await app.api.get(`${path}/columns`)).body.data[0].id
  await app.api.post(`${path}/rows`, { count: 1, values: [{ [column]: 'kept' }] })
  const page = await openAt('/tables')
  await page.getByRole('link', { name: 'Replies' }).waitFor()
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('Name').fill('Support')
  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByRole('heading', { name: 'No tables in this folder' }).waitFor()
  await assertAccessible(page)

  const header = page
    .locator('header')
    .filter({ has: page.getByRole('heading', { name: 'Tables', exact: true }) })
  await page.getByRole('link', { name: 'All tables' }).click()
  await header.getByText('2', { exact: true }).waitFor()
  await page.getByLabel('Find tables').fill('repl')
  await header.getByText('1', { exact: true }).waitFor()
  await page.getByLabel('Find tables').fill('')
  await page.getByRole('button', { name: 'More for Replies' }).click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Good replies')
  await dialog.getByRole('combobox', { name: 'Folder' }).click()
  await page.getByRole('option', { name: 'Support' }).click()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Good replies saved').waitFor()

  await page.getByRole('button', { name: 'More for Good replies' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByText('Good replies 2 created').waitFor()
  await page.getByRole('link', { name: 'Support', exact: true }).click()
  await waitUntilEqual(() => page.getByRole('row').count(), 3)
  await page.getByRole('link', { name: 'Good replies 2' }).click()
  await page.locator('[data-row="1"][data-column="0"]').getByText('kept').waitFor()
  await page.goBack()
  await page.waitForURL(/folder=/)
  await page.getByRole('button', { name: 'New table' }).click()
  await dialog.getByLabel('Name').fill('Born here')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Born here', exact: true }).waitFor()
  const { data } = (await app.api.get(`${tables}?name=born`)).body
  assert.equal(typeof data[0].folder_id, 'number')
})

it('renders few of thousands of folders and tables, in natural order', async () => {
  const many = 3_000
  const { id: workspace_id } = await app.context.store.db
    .selectFrom('workspaces')
    .select('id')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: many }, (_none, index) => ({
    workspace_id,
    id: 1_000 + index,
    parent_id: null,
    name: `Team ${index + 1}`,
    created_at: 1,
    updated_at: 1,
  }))
  await app.context.store.transact(async (tx) => {
    for (let first = 0; first < many; first += 500)
      await tx
        .insertInto('folders')
        .values(rows.slice(first, first + 500) as never)
        .execute()
  })
  const page = await openAt('/tables')
  const folders = page.getByRole('navigation', { name: 'Folders' })
  const names = () => folders.getByRole('link', { name: /^Team/ }).allTextContents()
  await folders.getByRole('link', { name: 'Team 1', exact: true }).waitFor()
  assert.deepEqual(
    (await names()).slice(0, 12),
    Array.from({ length: 12 }, (_none, index) => `Team ${index + 1}`),
  )
  await folders.getByRole('link', { name: 'Team 1', exact: true }).hover()
  await page.mouse.wheel(0, many * 28)
  await folders.getByRole('link', { name: `Team ${many}`, exact: true }).click()
  await page.waitForURL(/folder=/)
  assert.ok((await names()).length < 60)
  await page.reload()
  await folders.getByRole('link', { name: `Team ${many}`, exact: true }).waitFor()
  await assertAccessible(page)
})
