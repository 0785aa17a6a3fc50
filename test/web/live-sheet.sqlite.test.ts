import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page, Route } from '@playwright/test'
import { compare, ScorecardClient } from '../journeys/support/scorecards.ts'
import { emptySheet, type SheetClient } from '../journeys/support/tables.ts'
import { bodyOf } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { untilComputed } from './support-sheet.ts'

/** Slow enough that its progress is visible. */
const slowly = `const end = Date.now() + 1000
while (Date.now() < end);
return data.text === 'right'`

describe('a sheet that others work on', () => {
  let app: TestApp
  let sheet: SheetClient
  let text: string
  let page: Page
  let complaints: string[]
  const { openTab, openPage } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    sheet = await emptySheet(app.api)
    text = (await sheet.column('text')).id
    await sheet.add([{ [text]: 'right' }])
    await sheet.column('length', 'COUNT', { source: 'text', type: 'chars' })
    await untilComputed(sheet)
    ;({ page, complaints } = await openPage())
    await page.goto(`/tables/${sheet.table}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await cell(0, 1).getByText('5', { exact: true }).waitFor()
  })

  const cell = (row: number, column: number) => page.locator(`[data-row="${row}"][data-column="${column}"]`)
  const strip = () => page.getByRole('region', { name: 'Score' })
  const api = () => sheet.api
  const path = () => sheet.path

  it('shows a scorecard made elsewhere, its calculation and its result', async () => {
    const step = {
      title: 'Is right',
      primitive_type: 'CODE_EXECUTION',
      primitive_config: { code: slowly, language: 'JAVASCRIPT' },
    }
    bodyOf(await api().patch(`${path()}/scorecard`, { name: 'card', aggregation: {}, steps: [step] }))
    bodyOf(await api().post(`${path()}/scorecard/recalculate`, {}), 202)
    await strip().getByText('Scoring').waitFor()
    await strip().getByText('Scoring').waitFor({ state: 'detached' })
    await strip().getByText('100%').first().waitFor()
  })

  it('shows a second calculation, in the open panel too', async () => {
    await page.getByRole('button', { name: 'Score card' }).click()
    const card = page.getByRole('complementary', { name: 'Score card' })
    await card.getByText('Up to date').waitFor()
    await sheet.write(0, text, { value: 'wrong' })
    await card.getByText('Stale').first().waitFor()
    bodyOf(await api().post(`${path()}/scorecard/recalculate`, {}), 202)
    await strip().getByText('Scoring').waitFor()
    await card.getByText('Up to date').waitFor()
    await strip().getByText('0%', { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
  })

  it('shows the sheet score that others have calculated', async () => {
    bodyOf(await api().delete(`${path()}/scorecard`))
    await strip().getByText('Overall score').waitFor({ state: 'detached' })
    const config = { score_type: 'custom', code: 'return { score: 0.31 }', code_language: 'JAVASCRIPT' }
    const configured = await api().patch(`${path()}/score`, config)
    assert.equal(configured.status, 200, JSON.stringify(configured.body))
    bodyOf(await api().post(`${path()}/score`, {}), 202)
    await strip().getByText('0.31', { exact: true }).waitFor()
  })

  it('shows columns added, versions saved and runs begun elsewhere', async () => {
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('complementary', { name: /History|Versions/ })
    bodyOf(await api().post(`${path()}/versions`, { name: 'Saved elsewhere' }), 201)
    await history.getByText('Saved elsewhere').waitFor()
    await page.keyboard.press('Escape')
    await sheet.column('words', 'COUNT', { source: 'text', type: 'words' })
    await page.locator('[data-head="2"]').getByText('words').waitFor()
    await cell(0, 2).getByText('1', { exact: true }).waitFor()
    await sheet.write(0, text, { value: 'two words' })
    await cell(0, 0).getByText('two words').waitFor()
    bodyOf(await api().post(`${path()}/operations`, {}), 202)
    await cell(0, 2).getByText('2', { exact: true }).waitFor()
    bodyOf(await api().patch(path(), { title: 'Renamed elsewhere' }))
    await page.getByText('Renamed elsewhere').first().waitFor()
  })

  it('shows the value that the stream carries before its rows are read again', async () => {
    const pending: Route[] = []
    const rows = '**/rows?*'
    await page.route(rows, (route) => void pending.push(route))
    await sheet.write(0, text, { value: 'from the stream' })
    await cell(0, 0).getByText('from the stream').waitFor()
    for (const route of pending.splice(0)) await route.continue()
    await page.unroute(rows)
    const config = { code: 'return data.text.length > 5', language: 'JAVASCRIPT' }
    const long = await sheet.column('long', 'CODE_EXECUTION', config, { queue_cells: false })
    await cell(0, 3).getByText('Stale').waitFor()
    await page.route(rows, (route) => void pending.push(route))
    bodyOf(await api().post(`${path()}/operations`, { column_ids: [long.id] }), 202)
    await cell(0, 3).getByText('Pass').waitFor()
    for (const route of pending) await route.continue()
    await page.unroute(rows)
    bodyOf(await api().delete(`${path()}/columns/${long.id}`))
  })

  it('shows what changed between the reads of its data and its stream', async () => {
    const late = await emptySheet(app.api)
    const { id } = await late.column('word')
    await late.add([{ [id]: 'early' }])
    const card = new ScorecardClient(late)
    await card.configured([compare('same', 'word', 'word')])
    await card.calculated()
    const { page } = await openTab({ expects: /./ })
    const streams: Route[] = []
    await page.route('**/sheets/*/events?*', (route) => void streams.push(route))
    await page.goto(`/tables/${late.table}`)
    const strip = page.getByRole('region', { name: 'Score' })
    await strip.getByText('100%').first().waitFor()
    await page.getByRole('gridcell').getByText('early').waitFor()
    const step = { ...compare('same', 'word', 'word'), primitive_type: 'CONTAINS' }
    await card.configured([{ ...step, primitive_config: { source: 'word', value: 'early' } }])
    await late.write(0, id, { value: 'late' })
    await card.calculated()
    for (const route of streams) await route.continue()
    await page.getByRole('gridcell').getByText('late').waitFor()
    await strip.getByText('0%', { exact: true }).first().waitFor()
    await page.close()
  })

  it('shows which cells a run left out', async () => {
    await sheet.column('rating', 'HUMAN', { data_type: 'number' })
    await sheet.column('good', 'MATH_OPERATOR', { sources: ['rating'], operator: 'gt', value: 3 })
    await page.locator('[data-head="4"]').getByText('good').waitFor()
    bodyOf(await api().post(`${path()}/operations`, {}), 202)
    await page
      .getByText(/^1 cell was not computed: /)
      .first()
      .waitFor()
    assert.deepEqual(complaints, [])
  })
})
