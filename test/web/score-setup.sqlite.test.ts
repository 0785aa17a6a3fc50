import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunWorld } from '../journeys/support/running.ts'
import { bodyOf } from '../kit/api.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { chooseType } from './choose.ts'
import { publishAnswer, questionSheet, untilComputed } from './support-sheet.ts'

const questions = Array.from(
  { length: 12 },
  (_none, index) => [`Where is parcel ${index}?`, index % 3 === 0 ? 'refund' : 'parcel'] as const,
)

describe('setting up the score of a sheet', () => {
  let world: RunWorld
  const { openAt } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    await publishAnswer(world, 'Answer')
    const isEven = (text: string) => /parcel \d*[02468]\?/.test(text)
    world.fake.answerWith(({ text }) => ({
      text: JSON.stringify({ reasoning: 'By the number.', value: isEven(text) }),
    }))
  })
  const open = async (table: string) => {
    const page = await openAt(`/tables/${table}`)
    await page.getByText('Live', { exact: true }).waitFor()
    return { page, strip: page.getByRole('region', { name: 'Score' }) }
  }
  const checkedSheet = async () => {
    const sheet = await questionSheet(world, questions)
    const check = { source: 'Question', value_source: 'Expected' }
    await sheet.column('Mentions it', 'CONTAINS', check)
    await sheet.column('Asks', 'REGEX', { source: 'Question', regex_pattern: '\\?$' })
    const code = { code: 'return len(data["Question"]) < 18', language: 'PYTHON' }
    await sheet.column('Short', 'CODE_EXECUTION', code)
    await untilComputed(sheet)
    return sheet
  }

  it('a column that counts says which checks it displaces, and keeps them if asked', async () => {
    const sheet = await checkedSheet()
    const { page, strip } = await open(sheet.table)
    await strip.getByText('66.7%').waitFor()
    await strip.getByRole('button', { name: 'Not counted: Short' }).click()

    const panel = page.getByRole('complementary', { name: 'Edit column Short' })
    await panel.getByText('No column is marked, so these count: Mentions it, Asks.').waitFor()
    await panel.getByRole('switch', { name: 'Counts towards the score' }).click()
    await panel.getByRole('switch', { name: 'Keep counting Mentions it, Asks' }).click()
    await panel.getByText('Mentions it, Asks will no longer count towards the score.').waitFor()
    await assertAccessible(page)
    await panel.getByRole('switch', { name: 'Keep counting Mentions it, Asks' }).click()
    await panel.getByRole('button', { name: /^Save column/ }).click()
    await strip.getByRole('term').getByText('Short').waitFor()
    await strip.getByRole('term').getByText('Mentions it').waitFor()
    await strip.getByRole('term').getByText('Asks').waitFor()
    const marked: { id: string; title: string }[] = (await sheet.columns()).filter(
      (column: { is_output_column: boolean }) => column.is_output_column,
    )
    assert.deepEqual(
      marked.map(({ title }) => title),
      ['Mentions it', 'Asks', 'Short'],
    )

    // A column beside stale cells says how many cells it can compute.
    const [question] = await sheet.columns()
    await sheet.write(0, question!.id, { display_value: 'Where?' })
    await page.getByRole('columnheader', { name: /Asks/ }).getByText('100% of 11').waitFor()
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await chooseType(page, 'CONTAINS')
    await page.getByLabel('Column', { exact: true }).selectOption('Asks')
    await page.getByText(/^Saving computes 11 cells, .* 1 cell waits until Asks is run/).waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()

    // The API unmarks two of the columns, and the strip names the columns that the score leaves out.
    for (const { id, title } of marked)
      if (title !== 'Short')
        bodyOf(await world.api.patch(`${sheet.path}/columns/${id}`, { is_output_column: false }))
    await strip.getByText('Not counted: Mentions it, Asks').waitFor()
  })

  it('every check can be a step, and its failing rows are one click away', async () => {
    const sheet = await checkedSheet()
    await sheet.column('Letters', 'COUNT', { source: 'Question', type: 'chars' })
    const judge = { source: 'Question', prompt: 'It is about a parcel with an even number.' }
    const polite = await sheet.column('Judged', 'LLM_ASSERTION', judge)
    await untilComputed(sheet)
    const verdicts: boolean[] = (await sheet.rows()).map(({ cells }) => cells[polite.id].value.value.value)
    assert.ok(verdicts.includes(true) && verdicts.includes(false))
    const { page, strip } = await open(sheet.table)
    await strip.getByRole('button', { name: 'Score card' }).click()
    const card = page.getByRole('complementary', { name: 'Score card' })
    await card.getByRole('checkbox', { name: 'Short', checked: true }).waitFor()
    await card.getByRole('checkbox', { name: 'Letters', checked: false }).waitFor()
    await card.getByRole('checkbox', { name: 'Asks' }).uncheck()
    await assertAccessible(page)
    await card.getByRole('button', { name: 'Use these columns' }).click()
    await card.getByRole('button', { name: /^Mentions it.*weight 1 \(33.3%\)/ }).waitFor()
    await card.getByRole('button', { name: /^Judged.*Verdicts of the column, weight 1/ }).waitFor()

    // A step without a name gets the name of its column.
    await card.getByRole('button', { name: 'Add a step' }).click()
    await page.getByRole('menuitem', { name: 'Column values' }).click()
    await card.getByLabel('Column', { exact: true }).selectOption('Letters')
    await card.getByLabel('Maximum score').fill('40')
    await card.getByRole('button', { name: 'Save and calculate' }).click()
    // The toast leaves the buttons of the panel free.
    const saved = await page.getByText('Score card saved').boundingBox()
    assert.ok(saved!.x + saved!.width < (await card.boundingBox())!.x)
    await card.getByText('Up to date').waitFor()
    const { steps } = bodyOf(await world.api.get(`${sheet.path}/scorecard`)).scorecard
    assert.deepEqual(
      steps.map(({ title }: { title: string }) => title),
      ['Mentions it', 'Short', 'Judged', 'Letters'],
    )
    // A judge's verdicts are read from its judgements.
    const { criterion_summaries: results } = bodyOf(await world.api.get(`${sheet.path}/scorecard`))
    const { pass_count, fail_count } = results[steps[2].id]
    const passed = verdicts.filter((verdict) => verdict).length
    assert.deepEqual([pass_count, fail_count], [passed, 12 - passed])

    // Code is judged row by row like the other checks.
    await strip.getByRole('term').getByText('Short').waitFor()
    await card.getByRole('tab', { name: 'Rows' }).click()
    await card.getByRole('button', { name: /^Row 1 ?Where is parcel 0/ }).click()
    await card.getByRole('listitem').getByText('Short', { exact: true }).first().waitFor()
    await assertAccessible(page)
    await card.getByRole('tab', { name: 'Result' }).click()
    await card.getByRole('button', { name: 'Show the failing rows of Mentions it' }).click()
    await page.getByRole('region', { name: 'Rows shown' }).getByText('4 of 12 rows, read only').waitFor()
    await page.getByRole('button', { name: 'Show all rows' }).click()

    // A score that counts stale cells says so; only after they were run does another calculation help.
    const [question] = await sheet.columns()
    await sheet.write(0, question!.id, { display_value: 'Where is my refund?' })
    await strip.getByText('changed since').waitFor()
    await strip.getByRole('button', { name: 'Calculate again' }).click()
    await strip.getByText('Counts stale cells', { exact: true }).waitFor()
    await card.getByText('Run the stale cells first, then calculate the score again.').waitFor()
    await strip.getByRole('button', { name: 'Calculate again' }).waitFor({ state: 'detached' })
    await strip.getByRole('button', { name: 'Run stale' }).click()
    await card.getByText('Up to date').waitFor()
    await strip.getByText('12 of 12 rows scored', { exact: true }).waitFor()
  })
})
