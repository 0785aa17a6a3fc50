import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { echo } from '../fake-models/echo.ts'
import type { RunWorld } from '../journeys/support/running.ts'
import { recalculate } from '../journeys/support/runs.ts'
import { bodyOf } from '../kit/api.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { choose } from './choose.ts'
import { publishAnswer, questionSheet, untilComputed } from './support-sheet.ts'
import { clipboardOf, waitUntilEqual } from './wait-until-equal.ts'

describe('results of a sheet', () => {
  let world: RunWorld
  const { openAt } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    await publishAnswer(world, 'Answer')
  })
  const open = async (table: string) => {
    const page = await openAt(`/tables/${table}`)
    await page.getByText('Live', { exact: true }).waitFor()
    return { page }
  }
  const answerColumn = {
    template: { name: 'Answer' },
    prompt_template_variable_mappings: { question: 'Question' },
  }

  it('the score says which rows it leaves out after a budget stop', async () => {
    const rows = Array.from({ length: 12 }, (_none, index) => [`Question ${index}`, `${index}`] as const)
    const sheet = await questionSheet(world, rows)
    const answer = await sheet.column('Answer', 'PROMPT_TEMPLATE', answerColumn, { queue_cells: false })
    const check = { source: 'Answer', value_source: 'Expected' }
    const right = await sheet.column('Right', 'CONTAINS', check, {
      queue_cells: false,
      is_output_column: true,
    })
    bodyOf(
      await world.api.post(`${sheet.path}/operations`, {
        operation: 'recalculate',
        column_ids: [answer.id, right.id],
        budget: { calls: 5 },
      }),
      202,
    )
    await untilComputed(sheet)
    const { page } = await open(sheet.table)
    const strip = page.getByRole('region', { name: 'Score' })
    await strip.getByText(/^5 of 12 rows scored/).waitFor()
    await strip.getByText(/^Stopped: 10 of 24 cells computed, 14 left, .* spent$/).waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const resume = strip.getByRole('button', { name: /^Resume 14 cells/ })
    await resume.waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    await resume.press('Enter')
    await strip.getByText('12 of 12 rows scored').waitFor()
    await strip.getByText(/^Stopped/).waitFor({ state: 'detached' })
  })

  it('a stopped run says how many cells are computed and left, also after a reload', async () => {
    const rows = Array.from({ length: 9 }, (_none, index) => [`Stopped ${index}`, `${index}`] as const)
    const sheet = await questionSheet(world, rows)
    await sheet.column('Answer', 'PROMPT_TEMPLATE', answerColumn, { queue_cells: false })
    world.fake.answerWith(({ text }) => ({ text, pace: { first: /Stopped [0-2]$/.test(text) ? 1 : 60_000 } }))
    const { page } = await open(sheet.table)
    const strip = page.getByRole('region', { name: 'Score' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: /^Run 9 cells/ }).click()
    await strip.getByText('3 / 9').waitFor()
    await page.getByRole('button', { name: 'Stop' }).press('Enter')
    const text = /^Stopped: 3 of 9 cells computed, 6 left, .* spent$/
    await strip.getByText(text).waitFor()
    world.fake.answerWith(echo)
    await page.reload()
    await strip.getByText(text).waitFor()
    await strip.getByRole('button', { name: /^Resume 6 cells/ }).waitFor()
  })

  it('a run of the first rows shows its forecast, and computes them alone', async () => {
    const rows = Array.from({ length: 12 }, (_none, index) => [`Trial ${index}`, `${index}`] as const)
    const sheet = await questionSheet(world, rows)
    const answer = await sheet.column('Answer', 'PROMPT_TEMPLATE', answerColumn, { queue_cells: false })
    const { page } = await open(sheet.table)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Run cells' })
    await dialog.getByRole('radio', { name: /^Stale cells 12$/ }).waitFor()
    await dialog.getByRole('radio', { name: /^First 5 rows/ }).check()
    await dialog.getByRole('region', { name: 'Forecast' }).getByText('5', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: /^Run 5 cells/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('7 stale').first().waitFor()
    await untilComputed(sheet)
    const shown = await sheet.shown(answer.id)
    assert.deepEqual(
      shown.map((text) => text !== null),
      rows.map((_row, index) => index < 5),
    )
  })

  it('a run of more than 1,000 cells is confirmed once', async () => {
    const rows = Array.from({ length: 100 }, (_none, index) => [`Ticket ${index}`, `${index}`] as const)
    const sheet = await questionSheet(world, rows)
    for (let index = 0; index < 11; index++)
      await sheet.column(`Words ${index}`, 'COUNT', { source: 'Question', type: 'words' })
    await untilComputed(sheet)
    const { page } = await open(sheet.table)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Everything/, checked: true }).waitFor()
    await dialog.getByRole('button', { name: /^Run 1,100 cells/ }).click()
    await page.getByText(/^1,100 cells (run|queued)$/).waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  it('a run of one column shows its forecast first, and is started or cancelled by keyboard', async () => {
    const rows = Array.from({ length: 3 }, (_none, index) => [`Column ${index}`, `${index}`] as const)
    const sheet = await questionSheet(world, rows)
    const answer = await sheet.column('Answer', 'PROMPT_TEMPLATE', answerColumn, { queue_cells: false })
    const { page } = await open(sheet.table)
    const dialog = page.getByRole('dialog', { name: 'Run cells' })
    const offer = async () => {
      await page.getByRole('button', { name: 'Column Answer', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Run column…' }).click()
      await dialog.getByRole('radio', { name: /^Column Answer 3$/, checked: true }).waitFor()
      // No answer is replaced.
      assert.equal(await dialog.getByRole('switch', { name: 'Save a version first' }).count(), 0)
      await waitUntilEqual(() => dialog.locator(':focus').count(), 1)
    }
    await offer()
    const forecast = dialog.getByRole('region', { name: 'Forecast' })
    for (const figure of ['Calls', 'Cost', 'Time'])
      await forecast.getByText(figure, { exact: true }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await sheet.shown(answer.id), [null, null, null])
    await offer()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    for (const row of [0, 1, 2])
      await page.locator(`[data-row="${row}"][data-column="2"]`).getByText(`Column ${row}`).waitFor()
  })

  it('an answer of an older version of its prompt says so, and runs anew with its column', async () => {
    await publishAnswer(world, 'Versioned')
    const sheet = await questionSheet(world, [
      ['First', '1'],
      ['Second', '2'],
    ])
    const config = { ...answerColumn, template: { name: 'Versioned' } }
    const answer = await sheet.column('Answer', 'PROMPT_TEMPLATE', config)
    await untilComputed(sheet)
    const { page } = await open(sheet.table)
    await page.locator('[data-row="0"][data-column="2"]').click()
    await page.keyboard.press('Space')
    const peek = page.getByRole('complementary', { name: 'Answer, row 1' })
    await peek.getByRole('region', { name: 'Conversation' }).getByRole('link', { name: /v1$/ }).waitFor()
    const notice = peek.getByRole('region', { name: 'Prompt version' })
    assert.equal(await notice.count(), 0)
    await publishAnswer(world, 'Versioned')
    await notice.getByText('v1 of Versioned made this answer. The column uses v2 now.').waitFor()
    await assertAccessible(page)
    await notice.getByRole('button', { name: 'Run column…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run cells' })
    await dialog.getByRole('button', { name: /^Run 2 cells/ }).click()
    await notice.waitFor({ state: 'detached' })
    await untilComputed(sheet)
    await page.getByRole('region', { name: 'Prompt versions of Answer' }).waitFor({ state: 'detached' })
    for (const { cells } of await sheet.rows()) {
      const id = cells[answer.id].request_metrics.request_ids.at(-1)
      const request = bodyOf(await world.api.get(`/api/public/v2/requests/${id}`))
      assert.equal(request.prompt_version_number, 2)
    }
  })

  it('answers of an older version of their prompt are counted, marked, found and run again', async () => {
    await publishAnswer(world, 'Counted')
    const sheet = await questionSheet(world, [
      ['First', '1'],
      ['Second', '2'],
    ])
    const config = { ...answerColumn, template: { name: 'Counted' } }
    const answer = await sheet.column('Answer', 'PROMPT_TEMPLATE', config)
    await untilComputed(sheet)
    await publishAnswer(world, 'Counted')
    await recalculate(sheet, { column_ids: [answer.id], row_ids: [1], statuses: ['COMPLETED'] })
    const { page } = await open(sheet.table)
    const strip = page.getByRole('region', { name: 'Prompt versions of Answer' })
    await strip.getByText('Answer: 1 answer of v1. The column uses v2 of Counted now.').waitFor()
    const cell = page.locator('[data-row="0"][data-column="2"]')
    await cell.getByTitle('v1 of Counted made this answer. The column uses v2 now.').waitFor()
    await assertAccessible(page)
    await strip.getByRole('button', { name: 'Show rows' }).click()
    const shown = page.getByRole('region', { name: 'Rows shown' })
    await shown.getByText('Answer is of another prompt version').waitFor()
    await shown.getByText('1 of 2 rows').waitFor()
    // The answer comes after the sheet has read everything again because of the new run.
    world.fake.answerWith(({ text }) => ({ text, pace: { first: 2_000 } }))
    await strip.getByRole('button', { name: 'Run 1 cell…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run cells' })
    await dialog.getByRole('button', { name: /^Run 1 cell/ }).click()
    await strip.waitFor({ state: 'detached' })
    await shown.getByText('No row matches.').waitFor()
    world.fake.answerWith(echo)
    const versions = bodyOf(await world.api.get(`${sheet.path}/prompt-versions`))
    assert.equal(versions.columns[0].current_answers, 2)

    // The answers that the run replaced are in a version, and are compared with the new ones.
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: /Before v2 of Counted/ }).click()
    await page.getByRole('link', { name: 'Compare outputs with the current sheet' }).click()
    const baseline = page.getByRole('region', { name: 'Baseline' })
    await waitUntilEqual(
      () => baseline.getByRole('combobox').first().locator('option:checked').textContent(),
      'v5 Before v2 of Counted',
    )
    await page.getByRole('button', { name: 'All 2', exact: true }).waitFor()
  })

  it('a judge that never ran has an estimated cost, and no time', async () => {
    const sheet = await questionSheet(world, [
      ['Where is my parcel?', 'parcel'],
      ['Can I return the boots?', 'boots'],
    ])
    const judge = { source: 'Question', prompt: 'The question is polite.' }
    await sheet.column('Polite', 'LLM_ASSERTION', judge, { queue_cells: false })
    const { page } = await open(sheet.table)
    await page.getByRole('button', { name: /^Run stale: about \$/ }).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const forecast = page.getByRole('region', { name: 'Forecast' })
    await forecast
      .getByText('Polite: estimated from the length of 2 texts, because no cell has run yet.')
      .waitFor()
    await forecast.getByText('until some rows have run').waitFor()
    await assertAccessible(page)
  })

  it('shows written true and false as inputs, without failures', async () => {
    const sheet = await questionSheet(world, [
      ['Is it wet?', 'true'],
      ['Is it dry?', 'false'],
      ['Is it cold?', 'true'],
    ])
    const { page } = await open(sheet.table)
    const head = page.getByRole('columnheader', { name: /Expected/ })
    await head.getByTitle('2 true, 1 false').waitFor()
    assert.equal(await page.getByRole('button', { name: /fail in Expected/ }).count(), 0)
  })

  it('shows checks of long texts on the first view, with their share below the title', async () => {
    const long = 'The parcel left the warehouse on Monday and should be there by now. '.repeat(4)
    const sheet = await questionSheet(
      world,
      Array.from(
        { length: 8 },
        (_none, index) => [`${long}${index}`, index < 6 ? 'parcel' : 'refund'] as const,
      ),
    )
    await sheet.column('Answer', 'PROMPT_TEMPLATE', answerColumn)
    const check = { source: 'Answer', value_source: 'Expected' }
    await sheet.column('Mentions it', 'CONTAINS', check, { is_output_column: true })
    await sheet.column('Letters', 'COUNT', { source: 'Answer' })
    await untilComputed(sheet)
    const { page } = await open(sheet.table)
    const head = page.getByRole('columnheader', { name: /Mentions it/ })
    await head.getByText('75% pass').waitFor()
    const rightOf = async (title: RegExp) => {
      const box = await page.getByRole('columnheader', { name: title }).boundingBox()
      return box!.x + box!.width
    }
    assert.ok((await rightOf(/Mentions it/)) <= 1440)
    assert.ok((await rightOf(/Letters/)) <= 1440)
    // A narrow column still shows its mean.
    const edge = (await page.locator('[data-edge="4"]').boundingBox())!
    const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2]
    const letters = page.getByRole('columnheader', { name: /Letters/ })
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move((await letters.boundingBox())!.x + 110, y, { steps: 3 })
    await page.mouse.up()
    const mean = (await letters.getByText(/^Mean /).boundingBox())!
    assert.ok((await rightOf(/Letters/)) >= mean.x + mean.width, 'the mean is cut off')
    await assertAccessible(page)
    // Too many columns for one view: inputs stay in view while the others scroll.
    for (const at of [1, 2, 3, 4, 5, 6]) await sheet.column(`Words ${at}`, 'COUNT', { source: 'Answer' })
    // The widths set above are cleared.
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await page.getByRole('columnheader', { name: /Words 1/ }).waitFor()
    await page.getByRole('grid').hover()
    await page.mouse.wheel(5_000, 0)
    await page.getByRole('columnheader', { name: /Words 6/ }).waitFor()
    assert.ok((await rightOf(/Question/)) > 300)
  })

  it('rows are filtered and sorted; failing rows are one click from the score', async () => {
    const sheet = await questionSheet(
      world,
      Array.from(
        { length: 100 },
        (_none, index) => [`Question ${index}`, index % 40 === 7 ? 'no' : `${index}`] as const,
      ),
    )
    const check = { source: 'Question', value_source: 'Expected' }
    await sheet.column('Right', 'CONTAINS', check, { is_output_column: true })
    await untilComputed(sheet)
    const { page } = await open(sheet.table)
    const at = (row: number, column: number) => page.locator(`[data-row="${row}"][data-column="${column}"]`)
    await page.getByRole('button', { name: 'Failing rows of Right' }).click()
    const bar = page.getByRole('region', { name: 'Rows shown' })
    await bar.getByText('3 of 100 rows').waitFor()
    await at(2, 0).getByText('Question 87').waitFor()
    await page.getByRole('rowheader').filter({ hasText: '88' }).waitFor()
    await assertAccessible(page)

    // The panel shows the row's number in the sheet, although the row is the third one here.
    await at(2, 2).click()
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'Right, row 88' }).getByText('Fail').first().waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Column Question' }).click()
    await page.getByRole('menuitem', { name: 'Sort descending' }).click()
    await at(0, 0).getByText('Question 87').waitFor()
    await bar.getByRole('button', { name: 'Remove: Right fails' }).click()
    await bar.getByText('100 of 100 rows').waitFor()
    await at(0, 0).getByText('Question 99').waitFor()
    await page.getByRole('button', { name: 'Column Question' }).click()
    await page.getByRole('menuitem', { name: 'Filter…' }).click()
    await page.getByLabel('Text').fill('question 2')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Show rows' }).click()
    await bar.getByText('11 of 100 rows').waitFor()
    await bar.getByRole('button', { name: 'Copy link' }).click()
    await waitUntilEqual(() => clipboardOf(page), page.url())
    await page.reload()
    await bar.getByText('11 of 100 rows').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await assertAccessible(page)
    await bar.getByRole('button', { name: 'Show all rows' }).click()
    await at(0, 0).getByText('Question 0').waitFor()

    // Rows are grouped by a column: a panel shows the results of each group, and one group is then shown
    // alone.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Column Expected' }).click()
    await page.getByRole('menuitem', { name: 'Group rows' }).click()
    const groups = page.getByRole('complementary', { name: 'Groups of Expected' })
    await groups.getByRole('button', { name: /^no 3 0% pass/ }).waitFor()
    await groups.getByLabel('Order of groups').selectOption('Lowest first')
    await assertAccessible(page)
    await groups.getByRole('button', { name: /^no 3/ }).click()
    await bar.getByText('3 of 100 rows').waitFor()
    await groups.getByRole('button', { name: /^no 3/, pressed: true }).click()
    await bar.waitFor({ state: 'detached' })
    await groups.getByRole('button', { name: 'Close groups' }).click()
  })

  it('an old version cannot be changed, and cells for people say that they wait', async () => {
    const sheet = await questionSheet(world, [['How good is it?', '5']])
    const ui_element = { type: 'rating', min: 1, max: 5, prompt: 'How good is it?' }
    await sheet.column('Stars', 'HUMAN', { data_type: 'number', ui_element })
    const { version } = bodyOf(await world.api.post(`${sheet.path}/versions`, { name: 'first' }), 201)
    const { page } = await open(sheet.table)
    await page.locator('[data-row="0"][data-column="2"]').getByText('Not answered').waitFor()
    await page.getByRole('button', { name: 'Row', exact: true }).waitFor()
    await page.goto(`/tables/${sheet.table}?version=${version.id}`)
    await page.getByRole('grid').waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Run|Row|Column)$/ }).count(), 0)
    await assertAccessible(page)
  })

  it('the list of tables warns of scores that do not cover their sheet', async () => {
    const sheet = await questionSheet(world, [
      ['Oslo', 'Oslo'],
      ['', 'Bergen'],
    ])
    bodyOf(await world.api.patch(`/api/public/v2/tables/${sheet.table}`, { title: 'Partly scored' }))
    const config = { score_type: 'boolean', column_names: ['Question'], true_values: ['Oslo'] }
    bodyOf(await world.api.patch(`${sheet.path}/score`, config))
    bodyOf(await world.api.post(`${sheet.path}/score`), 202)
    const page = await openAt('/tables')
    const row = page.getByRole('row', { name: /Partly scored/ })
    await row.getByText('1 of 2 rows').waitFor()
    await assertAccessible(page)
  })

  it('a test of a column shows the results of its rows, and why rows failed', async () => {
    const sheet = await questionSheet(world, [
      ['Do you ship to Norway?', 'Norway'],
      ['[fault bad_key] Why was I charged twice?', 'charged'],
      ...Array.from({ length: 5 }, (_none, index) => [`Question ${index}`, ''] as const),
    ])
    const { page } = await open(sheet.table)
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await page.getByLabel('Title').fill('Answer')
    await page.getByLabel('Find a type').fill('prompt')
    await page.keyboard.press('Enter')
    await choose(page, 'Prompt', 'Answer')
    await page.getByLabel('{question}').selectOption('')
    await page.getByText('Needs a value: the prompt fails without one.').waitFor()
    await assertAccessible(page)
    await page.getByLabel('{question}').selectOption('Question')
    await page.getByText('Needs a value: the prompt fails without one.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save and test on 5 rows' }).click()
    const results = page.getByRole('region', { name: 'Test results' })
    await results.getByText('1 of 5 failed').waitFor()
    await results.getByText('You said: Do you ship to Norway?').waitFor()
    await results.getByText(/Incorrect API key/).waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await results.getByText('1 of 5 failed').waitFor()
    await assertAccessible(page)
  })
})
