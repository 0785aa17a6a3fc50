import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { datasetsOf, publishedGroup } from '../journeys/support/datasets.ts'
import type { RunWorld } from '../journeys/support/running.ts'
import { emptySheet } from '../journeys/support/tables.ts'
import { until } from '../kit/until.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { choose } from './choose.ts'
import { compose } from './compose.ts'

describe('cases and scorers of the playground', () => {
  let world: RunWorld
  const { openAt } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    const sheet = await emptySheet(world.api)
    await world.api.patch(`/api/public/v2/tables/${sheet.table}`, { title: 'cities of the world' })
    const city = await sheet.column('City')
    const expected = await sheet.column('expected')
    const rows = ['Oslo', 'Bergen', 'Lima'].map((name) => ({
      [city.id]: name,
      [expected.id]: name === 'Lima' ? 'Peru' : name,
    }))
    await sheet.add(rows)
  })

  const one = (page: Page, number: number) =>
    page.getByRole('region', { name: `Case ${number}`, exact: true })
  const pick = async (page: Page, label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('come from the rows of a sheet, and score every answer of every variant', async () => {
    const page = await openAt('/playground')
    await compose(page.getByRole('region', { name: 'Variant A' }), 'User message 2', 'I live in {city}.')
    await page.getByRole('button', { name: 'Add from rows' }).click()
    await choose(page, 'Table', 'cities of the world')
    await page.getByRole('combobox', { name: 'city', exact: true }).getByText('City').waitFor()
    await page.getByRole('switch', { name: 'Keep the other columns' }).click()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Chosen', exact: true }).click()
    await page.getByLabel('Find rows').fill('lim')
    await page.getByRole('dialog').getByText('Lima · Peru').click()
    await page.getByLabel('Find rows').fill('')
    await page.getByRole('dialog').getByText('Oslo · Oslo').click()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Add 2 cases' }).click()
    assert.equal(await one(page, 1).getByRole('textbox', { name: 'city' }).inputValue(), 'Lima')
    assert.equal(await one(page, 2).getByRole('textbox', { name: 'city' }).inputValue(), 'Oslo')

    await page.getByRole('button', { name: 'Add scorer' }).click()
    await pick(page, 'Compare with', 'The value of expected')
    await page.getByRole('dialog').getByLabel('Name').fill('Names it')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Add scorer' }).click()
    await pick(page, 'Check', 'Costs at most')
    await page.getByRole('dialog').getByLabel('Maximum in US dollars').fill('1')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Run all' }).click()
    const rates = page.getByRole('list', { name: 'Pass rates of A' })
    await rates.getByText('1 of 2').waitFor()
    const first = page.getByRole('region', { name: 'Answer of A to case 1' })
    await first.getByText('You said: I live in Lima.').waitFor()
    await first.getByRole('listitem').filter({ hasText: 'Names it' }).getByText('failed').waitFor()
    const second = page.getByRole('region', { name: 'Answer of A to case 2' })
    await second.getByRole('listitem').filter({ hasText: 'Names it' }).getByText('passed').waitFor()
    await assertAccessible(page)
    await page.reload()
    await page.getByRole('button', { name: 'Names it', exact: true }).waitFor()
  })

  it('come from a version of a dataset, the first rows or some at random', async () => {
    const cities = Array.from({ length: 9 }, (_none, index) => ({ city: `city ${index}` }))
    const group = await publishedGroup(world.api, 'cities', cities)
    await until(
      () => datasetsOf(world.api, group),
      (datasets) => datasets.some((dataset: { version_number: number }) => dataset.version_number === 1),
    )
    const page = await openAt('/playground')
    await compose(page.getByRole('region', { name: 'Variant A' }), 'User message 2', 'I live in {city}.')
    for (const choice of ['First', 'Random']) {
      await page.getByRole('button', { name: 'Add from rows' }).click()
      await page.getByRole('button', { name: 'Dataset', exact: true }).click()
      await choose(page, 'Dataset', 'cities v1 (9 rows)', 'cities')
      await page.getByRole('button', { name: choice, exact: true }).click()
      await page.getByLabel('Number of rows').fill('3')
      await page.getByRole('button', { name: 'Add 3 cases' }).click()
    }
    await one(page, 6).waitFor()
    const values = await page
      .getByRole('textbox', { name: 'city' })
      .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value))
    assert.deepEqual(values.slice(0, 3), ['city 0', 'city 1', 'city 2'])
    assert.equal(new Set(values.slice(3)).size, 3)
  })
})
