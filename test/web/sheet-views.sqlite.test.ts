import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunWorld } from '../journeys/support/running.ts'
import { bodyOf } from '../kit/api.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { questionSheet, untilComputed } from './support-sheet.ts'

describe('views of a sheet', () => {
  let world: RunWorld
  const { openPage } = startWorldAndBrowser((started) => ({ world } = started))

  it('keep filter, order, grouping and hidden columns for the workspace', async () => {
    const rows = Array.from(
      { length: 9 },
      (_none, index) => [`Where is parcel ${index}?`, index % 3 === 0 ? 'refund' : 'parcel'] as const,
    )
    const sheet = await questionSheet(world, rows)
    const right = await sheet.column('Right', 'CONTAINS', { source: 'Question', value_source: 'Expected' })
    await untilComputed(sheet)
    const { page, complaints } = await openPage()
    await page.goto(`/tables/${sheet.table}`)
    await page.getByRole('columnheader', { name: /Right/ }).getByText('3 fail').waitFor()
    const views = page.getByRole('navigation', { name: 'Views' })
    assert.equal(await views.count(), 0)

    await page.getByRole('button', { name: '3 fail in Right: show these rows' }).click()
    await page.getByRole('button', { name: 'Column Expected', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await page.getByRole('button', { name: 'Column Question', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sort descending' }).click()
    await views.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Wrong answers')
    await page.keyboard.press('Enter')
    await views
      .getByRole('button', { name: 'Wrong answers', exact: true })
      .and(page.locator('[aria-current]'))
      .waitFor()
    await assertAccessible(page)
    const { sheet_views: stored } = bodyOf(await world.api.get(`${sheet.path}/views`))
    const [question, expected] = await sheet.columns()
    assert.deepEqual(stored[0].query, {
      filters: [{ column_id: right.id, operator: 'fails' }],
      sort: { column_id: question.id, direction: 'desc' },
      group_by: null,
      hidden_column_ids: [expected.id],
    })

    // Another browser of the workspace has the view, and all rows before it is chosen.
    const other = await openPage('dark')
    await other.page.goto(`/tables/${sheet.table}`)
    const otherViews = other.page.getByRole('navigation', { name: 'Views' })
    await other.page.getByRole('columnheader', { name: /Expected/ }).waitFor()
    await otherViews.getByRole('button', { name: 'Wrong answers' }).click()
    await other.page.getByText('3 of 9 rows, read only').waitFor()
    await other.page.getByRole('columnheader', { name: /Expected/ }).waitFor({ state: 'detached' })
    await assertAccessible(other.page)
    await other.page.setViewportSize({ width: 390, height: 844 })
    await assertAccessible(other.page)
    await otherViews.getByRole('button', { name: 'All rows' }).click()
    await other.page.getByText('3 of 9 rows, read only').waitFor({ state: 'detached' })
    await other.page.getByRole('columnheader', { name: /Question/ }).waitFor()
    assert.deepEqual(other.complaints, [])
    await other.page.close()

    // A change of the chosen view is saved in it, and a deletion can be undone.
    await page.getByRole('button', { name: /^Remove: Sorted by Question/ }).click()
    await views.getByRole('button', { name: 'Update Wrong answers' }).click()
    await page.getByText('View Wrong answers updated').waitFor()
    const after = bodyOf(await world.api.get(`${sheet.path}/views`)).sheet_views
    assert.equal(after[0].query.sort, null)
    await views.getByRole('button', { name: 'More for view Wrong answers' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const deleted = page.getByRole('dialog', { name: 'View Wrong answers deleted' })
    await deleted.getByRole('button', { name: 'Undo' }).click()
    await views.getByRole('button', { name: 'Wrong answers', exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })
})
