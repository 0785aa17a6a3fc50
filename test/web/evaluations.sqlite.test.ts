import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { finishedReport, logWithVariables, newGroup, versions } from '../journeys/support/datasets.ts'
import { promptPipeline } from '../journeys/support/report-runs.ts'
import type { RunWorld } from '../journeys/support/running.ts'
import { bodyOf } from '../kit/api.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { choose } from './choose.ts'

const rows = 'said,wanted\nyes,yes\nno,yes\nno,no\nno,no\n'
const panel = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true })

describe('evaluations', () => {
  let world: RunWorld
  const { openAt, openTab } = startWorldAndBrowser((started) => ({ world } = started))

  it('a dataset is filled, a report run over it, and moved to a table', async () => {
    const { page } = await openTab({ expects: /status of 400/ })
    const name = 'answers'
    await page.goto('/evaluations')
    await page.getByRole('heading', { name: 'No reports yet' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('tab', { name: 'Datasets' }).click()
    await page.getByRole('button', { name: 'New dataset' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No rows yet' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Add rows' }).click()
    await page.getByRole('menuitem', { name: 'From a file, as a version' }).click()
    const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.locator('[type=submit]:enabled', { hasText: 'Add rows' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add rows' }).click()
    await page
      .getByRole('combobox', { name: 'Version' })
      .getByText('v1 (4 rows)')
      .waitFor({ state: 'attached' })
    await page.getByRole('columnheader', { name: 'wanted' }).waitFor()
    await page.getByLabel('Find rows').fill('yes')
    await page.getByText('2 rows', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Legacy evaluations' }).last().click()
    await page.getByRole('link', { name, exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Reports' }).click()
    await page.getByRole('button', { name: 'New report' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await choose(page, 'Dataset', `${name} v1 (4 rows)`, name)
    await page.getByRole('button', { name: 'Create report' }).click()
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('button', { name: 'Add column' }).click()
    await page.getByLabel('Name', { exact: true }).fill('same')
    await page.getByRole('button', { name: 'Save column' }).click()
    await panel(page, 'New column')
      .getByText(/Needs 1 to 2 columns/)
      .first()
      .waitFor()
    await assertAccessible(page)
    await panel(page, 'New column')
      .getByRole('combobox', { name: 'Column', exact: true })
      .selectOption('said')
    await panel(page, 'New column').getByRole('combobox', { name: 'Is compared with' }).selectOption('wanted')
    await panel(page, 'New column').getByText('Counts towards the score').click()
    await page.getByRole('button', { name: 'Save column' }).click()
    await panel(page, 'Columns').getByText('Scored').waitFor()
    await page.getByRole('region', { name: 'First rows' }).getByText('Fail').waitFor()
    await page.getByRole('button', { name: 'Score card' }).click()
    assert.equal(await page.getByRole('checkbox', { name: 'same' }).isChecked(), true)
    await page.getByRole('switch', { name: 'Scored by code' }).click()
    await assertAccessible(page)
    await page.getByRole('switch', { name: 'Scored by code' }).click()
    await page.getByRole('button', { name: 'Save score card' }).click()
    await page.getByText('Score card saved').waitFor()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await panel(page, 'Columns').getByRole('button', { name: /^same/ }).click()
    await page.getByRole('button', { name: 'Delete column same' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Delete same?' })
    assert.ok(await confirmation.getByRole('button', { name: 'Delete', exact: true }).isDisabled())
    await confirmation.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByLabel('Name of the run').fill('nightly')
    await page.getByText('4 rows, no external calls').waitFor()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('heading', { name: 'nightly', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Score' }).getByText('75').first().waitFor()
    const rowsOfRun = page.getByRole('region', { name: 'Rows of the run' })
    await rowsOfRun.getByText('Pass').first().waitFor()
    await rowsOfRun.getByRole('button', { name: 'Open row 1' }).click()
    await panel(page, 'Row 1').getByRole('region', { name: 'same' }).getByText('Pass').waitFor()
    await page.keyboard.press('j')
    await panel(page, 'Row 2').getByRole('region', { name: 'same' }).getByText('Fail').waitFor()
    await panel(page, 'Row 2').getByRole('region', { name: 'wanted' }).getByText('yes').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await panel(page, 'Row 2').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More for nightly' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Name', { exact: true }).fill('nightly')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'nightly', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Move to a table' }).click()
    await page.getByRole('columnheader', { name: 'same' }).waitFor()
    await page.waitForURL(/\/tables\//)
    await page.getByRole('grid').waitFor()

    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Legacy evaluations' }).click()
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.getByText('Completed').waitFor()
    await row.getByRole('link', { name, exact: true }).click()
    await page.getByRole('tab', { name: 'Runs 1' }).click()
    await page.getByRole('link', { name: 'nightly' }).waitFor()
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel(`Write “${name}” to continue`).fill(name)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No reports yet' }).waitFor()
    await page.getByRole('tab', { name: 'Datasets' }).click()
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel(`Write “${name}” to continue`).fill(name)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No datasets yet' }).waitFor()

    await page.goto('/settings/recently-deleted')
    const deletedReports = page.getByRole('table', { name: 'Deleted: Reports (legacy)' })
    await deletedReports.getByRole('button', { name: `Restore ${name}` }).click()
    await deletedReports.waitFor({ state: 'detached' })
    await page.getByRole('table', { name: 'Deleted: Datasets (legacy)' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: `Restore ${name}` }).click()
    await page.getByText(`${name} restored`).last().waitFor()
    await page.getByRole('button', { name: 'Open' }).last().click()
    await page.getByRole('columnheader', { name: 'wanted' }).waitFor()
  })

  it('requests become rows of a draft that is saved, and of a version by a filter', async () => {
    const { api } = world
    const request = await logWithVariables(api, { question: '1 + 1' })
    const group = bodyOf(await api.post('/api/public/v2/dataset-groups', { name: 'sums' }), 201).dataset_group
      .id
    const page = await openAt(`/evaluations/datasets/${group}`)
    await page.getByRole('button', { name: 'Add rows' }).click()
    await page.getByRole('menuitem', { name: 'One request, to the draft' }).click()
    await page.getByLabel('ID of the request').fill(String(request))
    await page.keyboard.press('Enter')
    await page.getByText('1 + 1').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page
      .getByRole('combobox', { name: 'Version' })
      .getByText('v1 (1 row)')
      .waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Add rows' }).click()
    await page.getByRole('menuitem', { name: 'From a filter of requests, as a version' }).click()
    await page.getByLabel('From', { exact: true }).selectOption('Any time')
    await page.getByRole('dialog').getByRole('button', { name: 'Add rows' }).click()
    await page.getByRole('combobox', { name: 'Version' }).getByText(/^v2 /).waitFor({ state: 'attached' })
  })

  it('a draft begins with the rows of the latest version, also if an earlier draft was saved as that version', async () => {
    const { api } = world
    const request = await logWithVariables(api, { question: '2 + 2' })
    const group = await newGroup(api, 'sums and answers')
    const file_content_base64 = Buffer.from(rows).toString('base64')
    const file = { dataset_group_id: group, file_name: 'rows.csv', file_content_base64 }
    bodyOf(await api.post(`${versions}/from-file`, file), 201)
    const page = await openAt(`/evaluations/datasets/${group}`)
    const version = page.getByRole('combobox', { name: 'Version' })
    await version.getByText('v1 (4 rows)').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Add rows' }).click()
    await page.getByRole('menuitem', { name: 'One request, to the draft' }).click()
    await page.getByLabel('ID of the request').fill('the last one')
    await page.keyboard.press('Enter')
    await page.getByText('An ID is a whole number').waitFor()
    await page.getByLabel('ID of the request').fill(String(request))
    await page.keyboard.press('Enter')
    await page.getByText('2 + 2').waitFor()
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await version.getByText('v2 (1 row)').waitFor({ state: 'attached' })

    await page.getByRole('link', { name: 'Evaluations' }).last().click()
    const listed = page.getByRole('row', { name: /sums and answers/ })
    await listed.getByText('v2', { exact: true }).waitFor()
    await listed.getByRole('link').click()
    await page.getByText('2 + 2').waitFor()
    await page.getByRole('button', { name: 'Add rows' }).click()
    assert.equal(
      await page.getByRole('menuitem', { name: /^One request/ }).getAttribute('aria-disabled'),
      'true',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create a draft' }).click()
    await version.getByText('Draft (1 row)').waitFor({ state: 'attached' })
    await page.getByText('2 + 2').waitFor()
    assert.deepEqual(await version.getByRole('option').allTextContents(), [
      'Draft (1 row)',
      'v2 (1 row)',
      'v1 (4 rows)',
    ])
  })

  it('a run shows computed cells while it is under way, and is cancelled', async () => {
    const { api } = world
    world.fake.answerWith(({ text }) => ({ text }))
    const pipeline = await promptPipeline(api, 'slow', 4)
    await finishedReport(api, pipeline)
    world.fake.answerWith(({ text }) => ({ text, pace: { first: text.endsWith('0') ? 0 : 60_000 } }))
    const { report_id } = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'slow run' }))
    const page = await openAt(`/evaluations/reports/${report_id}`)
    const table = page.getByRole('region', { name: 'Rows of the run' })
    await table.getByText('Running').first().waitFor()
    await page.getByRole('region', { name: 'Progress' }).getByText('3 running').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await table.getByText('Skipped').first().waitFor()
    await page.getByRole('button', { name: 'Move to a table' }).waitFor()
    await assertAccessible(page)
  })
})
