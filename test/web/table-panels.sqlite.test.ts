import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser } from '@playwright/test'
import type { RunWorld } from '../journeys/support/running.ts'
import { untilQuiet } from '../journeys/support/runs.ts'
import { bodyOf } from '../kit/api.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { openPage } from './browser.ts'
import { choose, chooseType } from './choose.ts'
import { startCuttableWire } from './cuttable-wire.ts'
import { cell } from './locators.ts'
import { publishAnswer, questionSheet, untilComputed } from './support-sheet.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

const csv = (rows: number) =>
  Buffer.from(
    `question,Wanted\n${Array.from({ length: rows }, (_none, index) => `"Question ${index + 1}, please",Question ${index % 4 === 0 ? 'x' : index + 1}\n`).join('')}`,
  )

describe('panels of a sheet', () => {
  let world: RunWorld
  let browser: Browser
  const { openAt } = startWorldAndBrowser((started) => {
    ;({ world, browser } = started)
  })
  const open = async (table: string) => {
    const page = await openAt(`/tables/${table}`)
    await page.getByText('Live', { exact: true }).waitFor()
    return { page }
  }

  it('follows changes of other people, and misses none during an interruption', async () => {
    const sheet = await questionSheet(world, [['Oslo', 'Oslo']])
    const [question] = await sheet.columns()
    const wire = await startCuttableWire(world.app.baseUrl)
    const { page } = await openPage(browser, { ...world.app, baseUrl: wire.url })
    await page.goto(`/tables/${sheet.table}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await sheet.write(0, question.id, { display_value: 'Bergen' })
    await cell(page, 0, 0).getByText('Bergen').waitFor()
    wire.cut()
    await page.getByText('Reconnecting', { exact: true }).waitFor()
    await sheet.write(0, question.id, { display_value: 'Tromsø' })
    await sheet.add([{ [question.id]: 'Bodø' }])
    wire.mend()
    await page.getByText('Live', { exact: true }).waitFor()
    await cell(page, 0, 0).getByText('Tromsø').waitFor()
    await cell(page, 1, 0).getByText('Bodø').waitFor()
    await page.close()
    await wire.close()
  })

  it('1,000 rows are imported and evaluated', async () => {
    const prompt = 'answer'
    await publishAnswer(world, prompt)
    const sheet = await questionSheet(world, [])
    const { page } = await open(sheet.table)

    await page.getByRole('button', { name: 'More for this sheet' }).click()
    await page.getByRole('menuitem', { name: 'Import rows' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cases.csv', mimeType: 'text/csv', buffer: csv(1_000) })
    await page.getByText('cases.csv: 1,000 rows').waitFor()
    assert.equal(await page.getByLabel('Column for question').inputValue(), 'Question')
    await page.getByLabel('Column for Wanted').selectOption('Expected')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Import 1,000 rows' }).click()
    await page.getByText('1,000 rows imported').waitFor()
    await cell(page, 0, 0).getByText('Question 1, please').waitFor()
    // The column is as wide as its values, not as wide as before they were there.
    const head = page.getByRole('columnheader', { name: 'Question' })
    await waitUntilEqual(async () => (await head.boundingBox())!.width < 200, true)

    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await page.getByLabel('Title').fill('Answer')
    await page.getByLabel('Find a type').fill('prompt')
    await page.keyboard.press('Enter')
    await choose(page, 'Prompt', prompt)
    // The column of the same name fills the variable.
    await page.getByRole('region', { name: 'Dependencies' }).getByText('Question').waitFor()
    await page.getByText(/Running them costs money, so they do not run automatically/).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save and test on 5 rows' }).click()
    await cell(page, 4, 2).getByText('You said: Question 5').waitFor()
    await cell(page, 5, 2).getByText('Stale').waitFor()

    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await page.getByLabel('Title').fill('Mentions it')
    await chooseType(page, 'CONTAINS')
    await page.getByLabel('Column', { exact: true }).selectOption('Answer')
    await page.getByLabel('Contains').selectOption('Expected')
    await page.keyboard.press('Control+s')
    await page.getByRole('columnheader', { name: 'Mentions it' }).waitFor()

    await page.keyboard.press('Escape')
    await untilComputed(sheet)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page
      .getByRole('region', { name: 'Forecast' })
      .getByText(/cells that ran before\./)
      .waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: /^Run [\d,]+ cells/ }).click()
    await page.getByLabel('Cells done').waitFor()
    await untilComputed(sheet)
    await page.getByRole('region', { name: 'Score' }).getByText('75%').first().waitFor()
    await cell(page, 0, 3).getByText('Fail').waitFor()
    await cell(page, 1, 3).getByText('Pass').waitFor()

    // The dialog asks for limits if the run makes calls.
    await cell(page, 0, 3).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('radio', { name: 'Everything' }).check()
    await page.getByLabel('Max cost').waitFor()
    await page.getByRole('radio', { name: 'Selected cells' }).check()
    await page.getByText('The run makes no external calls').waitFor()
    await page.getByLabel('Max cost').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })

  it('a column that was not saved comes back when its panel is opened again', async () => {
    const sheet = await questionSheet(world, [['Oslo', 'Oslo']])
    const { page } = await open(sheet.table)
    const openNew = async () => {
      await page.getByRole('button', { name: 'Column', exact: true }).click()
      return page.getByRole('complementary', { name: 'New column' })
    }
    const panel = await openNew()
    assert.equal(await panel.getByText('Your unsaved changes were restored.').count(), 0)
    await page.getByLabel('Title').fill('Same')
    await chooseType(page, 'CONTAINS')
    await page.getByLabel('Column', { exact: true }).selectOption('Question')
    await panel.getByRole('button', { name: 'Close', exact: true }).click()
    await panel.waitFor({ state: 'detached' })
    await openNew()
    await panel.getByText('Your unsaved changes were restored.').waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Same')
    await assertAccessible(page)
    await page.reload()
    await panel.getByText('Your unsaved changes were restored.').waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Same')
    await page.getByLabel('Contains').selectOption('Expected')
    await page.keyboard.press('Control+s')
    await page.getByText('Same saved').waitFor()
    await panel.waitFor({ state: 'detached' })
    await openNew()
    await waitUntilEqual(() => page.getByLabel('Title').inputValue(), '')
    await page.getByLabel('Title').fill('Other')
    await panel.getByRole('button', { name: 'Close', exact: true }).click()
    await panel.waitFor({ state: 'detached' })
    await openNew()
    await panel.getByRole('button', { name: 'Discard' }).click()
    await waitUntilEqual(() => page.getByLabel('Title').inputValue(), '')
    assert.equal(await panel.getByText('Your unsaved changes were restored.').count(), 0)
  })

  it('a check of a column that has not run asks to run it first', async () => {
    const prompt = 'unrun'
    await publishAnswer(world, prompt)
    const sheet = await questionSheet(world, [
      ['Oslo', 'Oslo'],
      ['Rome', 'Roma'],
    ])
    const config = { template: { name: prompt }, prompt_template_variable_mappings: { question: 'Question' } }
    await sheet.column('Answer', 'PROMPT_TEMPLATE', config, { queue_cells: false })
    const { page } = await open(sheet.table)
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await page.getByLabel('Title').fill('Right')
    await chooseType(page, 'CONTAINS')
    await page.getByLabel('Column', { exact: true }).selectOption('Answer')
    await page.getByLabel('Contains').selectOption('Expected')
    await page.getByText('Adds 2 cells. Run Answer first, or run both together.').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Right saved').waitFor()
    await cell(page, 0, 3).getByText('Stale').waitFor()
    await page.getByText('4 stale').waitFor()
    assert.equal(await page.getByText('not computed').count(), 0)
    // The prompt never ran, so its cost is not known.
    await page.getByRole('button', { name: 'Run stale: cost unknown' }).click()
    await page
      .getByRole('dialog', { name: 'Run cells' })
      .getByRole('radio', { name: /^Stale cells/ })
      .waitFor()
    await page.getByRole('button', { name: /^Run 4 cells/ }).click()
    await cell(page, 0, 3).getByText('Pass').waitFor()
    await cell(page, 1, 3).getByText('Fail').waitFor()
    await page.locator('[data-head="3"]').getByText('50%').waitFor()
  })

  it('a failing cell is found, explained and mended', async () => {
    const prompt = 'failing'
    await publishAnswer(world, prompt)
    const sheet = await questionSheet(world, [
      ['Do you ship to Norway?', 'Norway'],
      ['[fault bad_key] Why was I charged twice?', 'charged'],
    ])
    await sheet.column('Answer', 'PROMPT_TEMPLATE', {
      template: { name: prompt },
      prompt_template_variable_mappings: { question: 'Question' },
    })
    await untilComputed(sheet)
    const { page } = await open(sheet.table)
    await page.getByText('1 failed').waitFor()
    await cell(page, 1, 2).click()
    await page.keyboard.press('Space')
    const peek = page.getByRole('complementary', { name: 'Answer, row 2' })
    await peek.getByText('OpenAI refused the key.').waitFor()
    await peek.getByText('provider_auth_error').first().waitFor()
    await peek.getByRole('region', { name: 'Inputs' }).getByText('Why was I charged twice?').waitFor()
    await peek.getByRole('region', { name: 'Conversation' }).getByText('[fault bad_key]').waitFor()
    await peek.getByRole('button', { name: 'Search saved versions' }).click()
    await peek.getByRole('listitem').first().waitFor()
    await assertAccessible(page)

    await cell(page, 1, 0).click()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Question, row 2' }).fill('Why was I charged twice?')
    await page.keyboard.press('Enter')
    await cell(page, 1, 2).getByText('Stale').waitFor()
    await cell(page, 1, 2).click()
    await page.getByRole('complementary').getByRole('button', { name: 'Run again' }).click()
    await cell(page, 1, 2).getByText('You said: Why was I charged twice?').waitFor()
    await page.getByRole('complementary').getByText('Completed').waitFor()

    // The panel of a check shows the expected text.
    await sheet.column('Polite', 'CONTAINS', { source: 'Answer', value: 'thank you' })
    await cell(page, 1, 3).getByText('Fail').click()
    const rule = page
      .getByRole('complementary', { name: 'Polite, row 2' })
      .getByRole('region', { name: 'Rule' })
    await rule.getByText('thank you', { exact: true }).waitFor()
    await assertAccessible(page)
  })

  it('answers of people take one key each', async () => {
    const sheet = await questionSheet(world, [
      ['one', ''],
      ['two', ''],
      ['three', ''],
    ])
    const ui_element = { type: 'rating', min: 1, max: 5, prompt: 'How good is it?' }
    const stars = await sheet.column('Stars', 'HUMAN', { data_type: 'number', ui_element })
    const sources = ['Question', 'Expected']
    await sheet.column('Same', 'COMPARE', { sources, comparison_type: { type: 'STRING' } })
    await untilComputed(sheet)
    const { page } = await open(sheet.table)
    await cell(page, 0, 2).click()
    await page.keyboard.press('Space')
    await page.getByText('How good is it?').waitFor()
    await page.getByRole('region', { name: 'This row' }).getByText('Fail').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('4')
    await page.getByRole('complementary', { name: 'Stars, row 2' }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('complementary', { name: 'Stars, row 3' }).waitFor()
    await page.keyboard.press('2')
    await page.getByText('Answered', { exact: true }).waitFor()
    await cell(page, 2, 2).getByText('2').waitFor()
    // The server stores the change a moment after it is shown.
    while ((await sheet.shown(stars.id))[2] === null) await page.waitForTimeout(50)
    assert.deepEqual(await sheet.shown(stars.id), ['4', null, '2'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Column Stars' }).click()
    await page.getByRole('menuitem', { name: 'Rows not answered' }).click()
    await page.getByText('1 of 3 rows, read only').waitFor()
    // The grid of the filter begins at the column, so that no pointer is needed.
    await page.locator('[data-row="0"][data-column="2"][aria-selected="true"]').waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'Stars, row 2' }).waitFor()
    await page.keyboard.press('5')
    await waitUntilEqual(() => sheet.shown(stars.id), ['4', '5', '2'])
  })

  it('versions are saved, opened, compared and restored', async () => {
    const sheet = await questionSheet(world, [
      ['Oslo', 'Oslo'],
      ['Roma', 'Rome'],
      ['Paris', 'Paris'],
    ])
    await sheet.column('Same', 'COMPARE', {
      sources: ['Question', 'Expected'],
      comparison_type: { type: 'STRING' },
    })
    bodyOf(await world.api.post(`${sheet.path}/columns`, { title: 'Note', type: 'TEXT' }))
    await untilComputed(sheet)
    const { page } = await open(sheet.table)
    const history = page.getByRole('complementary', { name: 'History' })
    await page.getByRole('button', { name: 'History' }).click()
    await history.getByLabel('Save the sheet as it is now').fill('Before')
    await page.keyboard.press('Enter')
    await history.getByRole('button', { name: /Before/ }).waitFor()

    await cell(page, 0, 0).click()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Question, row 1' }).fill('Bergen')
    await page.keyboard.press('Enter')
    await cell(page, 0, 2).getByText('Stale').waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: /^Run 1 cell/ }).click()
    await cell(page, 0, 2).getByText('Fail').waitFor()

    await page.getByRole('link', { name: 'Compare', exact: true }).click()
    const baseline = page.getByRole('region', { name: 'Baseline' })
    await baseline.getByLabel('Baseline: output').selectOption('Question')
    await baseline.getByLabel('Baseline: judged by').selectOption('Same')
    await page.getByRole('button', { name: 'Regressed 1' }).waitFor()
    await page.getByRole('heading', { name: 'Compare' }).click()
    await page.keyboard.press('w')
    const rows = page.getByRole('list', { name: 'Rows' }).getByRole('listitem')
    const regressed = page.getByRole('listitem', { name: 'Row 1: Regressed' })
    await regressed.locator('del', { hasText: 'Oslo' }).waitFor()
    await regressed.locator('ins', { hasText: 'Bergen' }).waitFor()
    await rows.nth(1).waitFor({ state: 'detached' })
    await page.keyboard.press('d')
    await regressed.locator('del').waitFor({ state: 'detached' })
    await assertAccessible(page)
    await regressed.getByRole('link', { name: 'Row 1' }).click()
    const row = page.getByRole('complementary', { name: 'Row 1' })
    await row.getByRole('combobox', { name: 'Comment' }).fill('Was Oslo before.')
    await row.getByRole('button', { name: 'Comment', exact: true }).click()
    await row.getByRole('listitem').getByText('Was Oslo before.').waitFor()
    await page.getByRole('button', { name: 'More for this sheet' }).click()
    await page.getByRole('menuitem', { name: 'Compare scores' }).click()
    const compare = page.getByRole('complementary', { name: 'Compare' })
    await compare
      .getByRole('combobox', { name: 'Compare this sheet with' })
      .getByText(/Before$/)
      .waitFor()
    await compare.getByRole('button', { name: 'Regressed 1' }).waitFor()
    await compare.getByRole('combobox', { name: 'Compare by' }).press('Enter')
    await page.getByRole('option', { name: 'Expected', exact: true }).press('Enter')
    await compare.getByRole('button', { name: 'Regressed 1' }).waitFor({ state: 'detached' })
    await compare.getByRole('combobox', { name: 'Compare by' }).press('Enter')
    await page.getByRole('option', { name: 'Same', exact: true }).press('Enter')
    await compare.getByRole('button', { name: 'Regressed 1' }).waitFor()
    await compare.getByText(/Too few rows to tell/).waitFor()
    await compare.getByRole('button', { name: /^Row 1/ }).waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'History' }).click()
    await history.getByLabel('Save the sheet as it is now').fill('After')
    await page.keyboard.press('Enter')
    await history.getByRole('button', { name: /After/ }).click()
    await page.getByText(/It cannot be changed/).waitFor()
    await cell(page, 0, 0).getByText('Changed').waitFor()
    await history.getByText('Oslo').first().waitFor()
    await assertAccessible(page)
    // Named versions alone; versions that were saved automatically are hidden.
    const automatic = history
      .getByRole('region', { name: 'Today' })
      .getByRole('button', { name: /Column added/ })
    await automatic.first().waitFor()
    await history.getByRole('button', { name: 'Named 2' }).click()
    await automatic.first().waitFor({ state: 'detached' })
    await history.getByRole('button', { name: 'All', exact: true }).click()
    await history.getByRole('button', { name: /Before/ }).click()
    await cell(page, 0, 0).getByText('Oslo').waitFor()
    // A version has no cells for empty values; they are empty, not still loading.
    await waitUntilEqual(() => cell(page, 0, 3).innerHTML(), '')
    await history.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('dialog').getByText('First save the current sheet').waitFor()
    await assertAccessible(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Restore v/ })
      .click()
    await history.getByRole('button', { name: /Restored: Before/ }).waitFor()
    await cell(page, 0, 0).getByText('Oslo').waitFor()
    await cell(page, 0, 2).getByText('Pass').waitFor()
    await history.getByRole('button', { name: /was restored/ }).waitFor()
  })

  it('texts of a comparison unfold wherever one is cut, and a third output is another version', async () => {
    const lines = Array.from({ length: 12 }, (_none, line) => `line ${line}`).join('\n')
    const sheet = await questionSheet(world, [
      [lines, ''],
      ['short', ''],
    ])
    const [question] = await sheet.columns()
    const saved: string[] = []
    for (const name of ['First', 'Second'])
      saved.push(bodyOf(await world.api.post(`${sheet.path}/versions`, { name }), 201).version.id)
    const sides = [{ column: question!.id, version: saved[1] }, { column: question!.id }]
    const page = await openAt(
      `/tables/${sheet.table}/compare?sides=${encodeURIComponent(JSON.stringify(sides))}`,
    )
    const whole = page.getByRole('button', { name: 'Show whole texts' })
    await whole.waitFor()
    assert.equal(await whole.count(), 1)
    await whole.click()
    await whole.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Output', exact: true }).click()
    const third = page.getByRole('region', { name: 'Side C' })
    await waitUntilEqual(() => third.getByLabel('Side C: from').inputValue(), `version ${saved[0]}`)
  })

  it('a score card says how good the sheet is, and why', async () => {
    const sheet = await questionSheet(
      world,
      Array.from(
        { length: 20 },
        (_none, index) => [`answer ${index}`, index % 4 === 0 ? 'other' : 'answer'] as const,
      ),
    )
    await sheet.column('Mentions it', 'CONTAINS', { source: 'Question', value_source: 'Expected' })
    await untilComputed(sheet)
    const { page } = await open(sheet.table)
    await page.getByRole('button', { name: 'Score card' }).click()
    const card = page.getByRole('complementary', { name: 'Score card' })
    await card.getByText('Not configured').waitFor()
    await card.getByRole('button', { name: 'Use these columns' }).click()
    await card
      .getByRole('button', { name: /^Mentions it/ })
      .first()
      .click()
    await card.getByLabel('Weight').fill('-1')
    await card.getByText('Must be at least 0.').waitFor()
    await card.getByLabel('Weight').fill('2')
    await assertAccessible(page)
    await card.getByRole('button', { name: 'Save and calculate' }).click()
    await card.getByText('Up to date').waitFor()
    await card.getByText('75%').first().waitFor()
    await card.getByText(/95% confidence interval .* Weight 2/).waitFor()
    await page.getByRole('region', { name: 'Score' }).getByText('75%').first().waitFor()
    await card.getByRole('tab', { name: 'Rows' }).click()
    await card.getByRole('button', { name: 'Fail 5' }).waitFor()
    await card.getByRole('button', { name: /^Row 5/ }).click()
    await card.getByRole('listitem').getByText('Mentions it').waitFor()
    await assertAccessible(page)

    await cell(page, 0, 1).click()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Expected, row 1' }).fill('answer')
    await page.keyboard.press('Enter')
    await card.getByText('Stale').first().waitFor()
    await card.getByRole('tab', { name: 'Result' }).click()
    await card.getByText(/This score is out of date/).waitFor()
    await card.getByRole('button', { name: 'Calculate again' }).click()
    await card.getByText('80%').first().waitFor()
    await card.getByText(/points since the previous calculation/).waitFor()
    await card.getByRole('region', { name: 'Trend' }).waitFor()
    await assertAccessible(page)

    await card.getByRole('tab', { name: 'Steps' }).click()
    await card.getByRole('button', { name: 'Delete score card' }).click()
    const asking = page.getByRole('dialog', { name: /^Delete / })
    const [, name] = /“(.+)”/.exec((await asking.getByText(/^Write “/).textContent())!)!
    await asking.getByLabel(/^Write/).fill(name!)
    await asking.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Score card deleted').waitFor()
  })

  it('the actions of the sheet stay in view at twice the zoom', async () => {
    const sheet = await questionSheet(world, [['Oslo', 'Oslo']])
    bodyOf(await world.api.patch(`/api/public/v2/tables/${sheet.table}`, { title: 'Triage of all tickets' }))
    const { page } = await open(sheet.table)
    await page.setViewportSize({ width: 720, height: 450 })
    const run = (await page.getByRole('button', { name: 'Run', exact: true }).boundingBox())!
    assert.ok(run.x + run.width <= 720, `Run ends at ${run.x + run.width}`)
    assert.ok((await page.getByRole('heading', { level: 1 }).boundingBox())!.width > 100)
  })

  it('the sheet is exported as it is shown', async () => {
    const sheet = await questionSheet(world, [['Oslo', '=SUM(A1)']])
    await sheet.column('Letters', 'COUNT', { source: 'Question', type: 'chars' })
    await sheet.column('Number', 'MATH_OPERATOR', { sources: ['Question'], operator: '+', value: 1 })
    await untilQuiet(sheet)
    const [question] = await sheet.columns()
    const { page } = await open(sheet.table)
    await page.getByRole('button', { name: 'More for this sheet' }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await page.getByText('1 cell of the sheet failed and is empty in the file.', { exact: true }).waitFor()
    await page.getByRole('dialog').getByText('1 row × 4 columns').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Choose none' }).click()
    assert.equal(await page.getByRole('link', { name: 'Download CSV' }).count(), 0)
    await page.getByRole('button', { name: 'Choose all' }).click()
    await sheet.write(0, question!.id, { display_value: 'Bergen' })
    await page.getByText('2 cells of the sheet are not up to date: the file has the earlier values').waitFor()
    for (const title of ['Question', 'Letters', 'Number'])
      await page.getByRole('checkbox', { name: title }).uncheck()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    const stream = await download.createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    assert.match(Buffer.concat(chunks).toString(), /^Expected\r?\n'=SUM\(A1\)/)
  })
})
