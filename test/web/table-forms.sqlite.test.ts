import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from '@playwright/test'
import type { RunWorld } from '../journeys/support/running.ts'
import type { SheetClient } from '../journeys/support/tables.ts'
import { bodyOf } from '../kit/api.ts'
import { until } from '../kit/until.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { choose, chooseType } from './choose.ts'
import { chooseModel } from './compose.ts'
import { cell } from './locators.ts'
import { publishAnswer, questionSheet, untilComputed } from './support-sheet.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

const questions = [
  ['Where is my parcel by now, please?', 'parcel'],
  ['Why was I charged twice?', 'refund'],
] as const

const spanAt = (trace_id: string, index: number, name: string, parent: number | null, attributes = {}) => {
  const id = (at: number) => (at + 1).toString(16).padStart(16, '0')
  const start = 1_795_168_800_000_000_000n + BigInt(index) * 1_000_000n
  return {
    name,
    context: { trace_id, span_id: id(index), trace_state: '' },
    kind: 'SpanKind.INTERNAL',
    parent_id: parent === null ? null : id(parent),
    start_time: String(start),
    end_time: String(start + 500_000_000n),
    status: { status_code: 'StatusCode.OK', description: null },
    attributes,
    resource: { attributes: { 'service.name': 'support' }, schema_url: '' },
  }
}

describe('forms of a sheet', () => {
  let world: RunWorld
  const { openTab } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    await publishAnswer(world, 'Support answer')
    // A judge needs JSON; it passes every text with "please".
    world.fake.answerWith(({ call, text }) => ({
      text: JSON.stringify(call.body).includes('reasoning')
        ? JSON.stringify({ reasoning: `It says: ${text.slice(-40)}`, value: text.includes('please') })
        : `You said: ${text}`,
    }))
  })

  const open = async (sheet: SheetClient) => {
    const { page, complaints } = await openTab()
    await page.goto(`/tables/${sheet.table}`)
    await page.getByText('Live', { exact: true }).waitFor()
    return { page, complaints }
  }
  const begin = async (page: Page, title: string, type: string) => {
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await page.getByLabel('Title').fill(title)
    await chooseType(page, type)
    return page.getByRole('complementary', { name: 'New column' })
  }
  const save = async (page: Page, title: string) => {
    await page.keyboard.press('Control+s')
    await page.getByRole('columnheader', { name: title }).waitFor()
  }
  const configOf = async (sheet: SheetClient, title: string) =>
    (await sheet.columns()).find((column: { title: string }) => column.title === title)?.config
  const more = (panel: Locator) => panel.locator('summary', { hasText: /^More options$/ }).click()

  it('a new column names its missing fields, reads the last answers and suggests a title', async () => {
    const sheet = await questionSheet(world, questions)
    const config = { template: { name: 'Support answer' } }
    await sheet.column('Answer', 'PROMPT_TEMPLATE', config, { queue_cells: false })
    const { page } = await open(sheet)
    const panel = await begin(page, '', 'CONTAINS')
    const title = panel.getByLabel('Title')
    await panel.getByText('Example: The answer contains “Kind regards”.').waitFor()
    await waitUntilEqual(() => title.getAttribute('placeholder'), 'Contains Expected')
    await waitUntilEqual(
      () => panel.getByLabel('Column', { exact: true }).locator('option:checked').textContent(),
      'Answer',
    )
    const contained = panel.getByRole('combobox', { name: 'Contains', exact: true })
    await waitUntilEqual(() => contained.locator('option:checked').textContent(), 'Expected')
    const preview = panel.getByRole('region', { name: 'Preview' })
    await preview.getByText('Waits for Answer').first().waitFor()
    await panel.getByLabel('Column', { exact: true }).selectOption('Question')
    await preview.getByText('Pass').waitFor()
    await preview.getByText('Fail').waitFor()
    await assertAccessible(page)
    await panel.getByLabel('Column', { exact: true }).selectOption('Answer')
    await contained.selectOption('A fixed value')
    await panel.getByRole('button', { name: 'Save column' }).click()
    await panel.getByText('Enter a value, or choose a column above.').waitFor()
    await panel.getByLabel('Fixed value').fill('refund')
    await waitUntilEqual(() => title.getAttribute('placeholder'), 'Contains refund')
    await panel.getByText('Enter a value, or choose a column above.').waitFor({ state: 'detached' })
    await save(page, 'Contains refund')
    assert.deepEqual(await configOf(sheet, 'Contains refund'), { source: 'Answer', value: 'refund' })

    const written = await begin(page, '', 'PROMPT_TEMPLATE')
    await written.getByRole('button', { name: 'Save column' }).click()
    await written.getByText('Choose a prompt, or write one here.').waitFor()
    await assertAccessible(page)
    await written.getByRole('combobox', { name: 'Prompt' }).click()
    await page.getByRole('option', { name: 'Write a prompt here…' }).click()
    await written.getByText('Write a message.').waitFor()
    await written.getByText('Choose a model.').waitFor()
  })

  it('have controls for fields that once needed JSON', async () => {
    const sheet = await questionSheet(world, questions)
    const { page } = await open(sheet)

    const prompt = await begin(page, 'Answer', 'PROMPT_TEMPLATE')
    await choose(prompt, 'Prompt', 'Write a prompt here…')
    await prompt.getByRole('textbox', { name: /User message/ }).click()
    await prompt.locator('[aria-label^="User message"][aria-autocomplete=list]').waitFor()
    await page.keyboard.type('Answer {Que')
    await page.locator('.cm-tooltip-autocomplete').getByText('Question').click()
    await page.keyboard.insertText(' kindly.')
    await chooseModel(prompt, 'gpt-4o-mini')
    await prompt.getByRole('region', { name: 'Dependencies' }).getByText('Question').waitFor()
    await more(prompt)
    await chooseModel(prompt, 'gpt-4o', /^gpt-4o /, 'Another model')
    await prompt.getByRole('button', { name: 'Add a parameter' }).last().click()
    await prompt.getByLabel('Name of parameter 1').fill('temperature')
    await prompt.getByLabel('Value of parameter 1').fill('0.5')
    await prompt.getByRole('switch', { name: /Return the whole answer/ }).click()
    await assertAccessible(page)
    await save(page, 'Answer')
    const config = await configOf(sheet, 'Answer')
    assert.deepEqual(config.engine, {
      provider: 'openai',
      model: 'gpt-4o',
      parameters: { temperature: 0.5 },
    })
    assert.deepEqual(
      [config.verbose, config.inline_template.metadata.model.name, config.template],
      [true, 'gpt-4o-mini', undefined],
    )
    assert.deepEqual(config.prompt_template_variable_mappings, { Question: 'Question' })

    const judge = await begin(page, 'Polite', 'LLM_ASSERTION')
    await judge.getByLabel('Judged column').selectOption('Question')
    await judge.getByRole('textbox', { name: 'Fixed value' }).fill('It is polite.')
    await judge.getByRole('button', { name: 'Add an assertion' }).click()
    await judge.getByRole('textbox', { name: 'Assertion 2' }).fill('It is short.')
    await chooseModel(judge, 'claude-haiku', /^claude-haiku/, 'Model of the judge')
    await judge.getByRole('combobox', { name: 'Model of the judge' }).getByText('Anthropic').waitFor()
    await judge.getByRole('button', { name: 'Remove model' }).click()
    await judge.getByText('The default of the workspace').waitFor()
    await assertAccessible(page)
    await save(page, 'Polite')
    const { prompt: assertions, model } = await configOf(sheet, 'Polite')
    assert.deepEqual([assertions, model], ['["It is polite.","It is short."]', undefined])

    const compared = await begin(page, 'Near', 'COMPARE')
    await compared.getByLabel('Column', { exact: true }).selectOption('Question')
    await compared.getByLabel('Is compared with').selectOption('Expected')
    await compared.getByLabel('Compared as').selectOption('NUMBER')
    await more(compared)
    await compared.getByLabel('Or within a relative distance').fill('0.05')
    await save(page, 'Near')
    assert.deepEqual((await configOf(sheet, 'Near')).comparison_type, {
      type: 'NUMBER',
      tolerance: { relative: 0.05 },
    })

    bodyOf(await sheet.api.patch(`/api/public/v2/tables/${sheet.table}`, { title: 'Own table' }))
    const shown = await begin(page, 'Elsewhere', 'COMPOSITION')
    await choose(shown, 'Table', 'Own table')
    await shown.getByLabel('Sheet', { exact: true }).selectOption(sheet.id)
    await shown.getByLabel('Column', { exact: true }).selectOption({ label: 'Expected' })
    await assertAccessible(page)
    await save(page, 'Elsewhere')
    const expected = (await sheet.columns()).find(({ title }: { title: string }) => title === 'Expected')
    assert.equal((await configOf(sheet, 'Elsewhere')).column_id, expected.id)

    // Opened again, the form has the saved values.
    await page.getByRole('button', { name: 'Column Polite', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Configure' }).click()
    const edited = page.getByRole('complementary', { name: 'Edit column Polite' })
    assert.equal(await edited.getByRole('textbox', { name: 'Assertion 2' }).inputValue(), 'It is short.')
  })

  it('a column is not saved without the fixed value that was typed for it', async () => {
    const sheet = await questionSheet(world, questions)
    const { page } = await open(sheet)
    const prompt = await begin(page, 'Answer', 'PROMPT_TEMPLATE')
    await choose(prompt, 'Prompt', 'Support answer')
    await prompt.getByLabel('{question}').selectOption('A fixed value…')
    const value = prompt.getByLabel('Fixed value of {question}')
    await value.fill('Where is it?')
    await prompt.getByRole('button', { name: 'Save column' }).click()
    await page.getByRole('alert').getByText('Add the fixed value of {question} as a column first').waitFor()
    assert.equal(await configOf(sheet, 'Answer'), undefined)
    await value.press('Enter')
    await value.waitFor({ state: 'detached' })
    await save(page, 'Answer')
    assert.deepEqual((await configOf(sheet, 'Answer')).prompt_template_variable_mappings, {
      question: 'question',
    })
    assert.deepEqual((await configOf(sheet, 'question')).value, { type: 'string', value: 'Where is it?' })
  })

  it('a column is not saved while the JSON of a field is invalid', async () => {
    const sheet = await questionSheet(world, questions)
    const { page } = await open(sheet)
    const panel = await begin(page, 'Valid', 'ASSERT_VALID')
    await panel.getByLabel('Column', { exact: true }).selectOption('Question')
    await panel.getByLabel('Is valid').selectOption('JSON of a schema')
    const schema = panel.getByRole('textbox', { name: 'JSON Schema' })
    await schema.fill('{"type": "object"}')
    await schema.fill('{"type": "object", "maximum": 12345678901234567890')
    await waitUntilEqual(() => panel.getByRole('button', { name: 'Save column' }).isDisabled(), true)
    await page.keyboard.press('Control+s')
    await page.getByText('Not saved. Correct the JSON first.').first().waitFor()
    assert.equal(await configOf(sheet, 'Valid'), undefined)
    await schema.fill('{"type": "object", "maximum": 12345678901234567890}')
    await save(page, 'Valid')
    assert.deepEqual((await configOf(sheet, 'Valid')).json_schema.type, 'object')
  })

  it('a cell stays in view when its panel opens beside the grid', async () => {
    const sheet = await questionSheet(world, questions)
    for (const title of ['Second', 'Third', 'Fourth', 'Fifth']) await sheet.column(title, 'TEXT', null)
    const { page } = await open(sheet)
    await page.setViewportSize({ width: 1280, height: 800 })
    await cell(page, 0, 5).click()
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary', { name: /Fifth/ })
    await panel.waitFor()
    const edges = async () => [await cell(page, 0, 5).boundingBox(), await panel.boundingBox()] as const
    await until(edges, ([cell, panel]) => cell !== null && cell.x + cell.width <= panel!.x)
  })

  it('a cell explains its state, and runs again', async () => {
    const sheet = await questionSheet(world, questions)
    await sheet.column('Same', 'COMPARE', {
      sources: ['Question', 'Expected'],
      comparison_type: { type: 'STRING' },
    })
    await sheet.column('Polite', 'LLM_ASSERTION', { source: 'Question', prompt: 'It is polite.' })
    await sheet.column('Short', 'COUNT', { source: 'Question', type: 'words', max_count: 3 })
    await sheet.column('Mentions it', 'CONTAINS', { source: 'Question', value_source: 'Expected' })
    await sheet.column('Asks', 'REGEX', { source: 'Question', pattern: 'par[a-z]+' })
    await untilComputed(sheet)
    const { page } = await open(sheet)
    await cell(page, 0, 2).click()
    await page.keyboard.press('Space')
    const peek = page.getByRole('complementary', { name: /, row 1$/ })
    const evidence = peek.getByRole('region', { name: 'Evidence' })
    await evidence.getByText('From character 1 on').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('ArrowRight')
    await evidence.getByText(/^It says: /).waitFor()
    await cell(page, 0, 3).getByText('Pass').waitFor()
    await peek.getByRole('region', { name: 'Conversation' }).getByText('It is polite.').first().waitFor()
    await page.keyboard.press('ArrowRight')
    await evidence.getByText('Count').waitFor()
    await evidence.getByText('7', { exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await peek.locator('mark').getByText('parcel', { exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await peek
      .getByRole('heading', { name: 'Asks, row 1' })
      .or(peek.getByText('Asks, row 1'))
      .first()
      .waitFor()
    await peek.locator('mark').getByText('parcel', { exact: true }).waitFor()
    await assertAccessible(page)

    const id = (await sheet.columns()).find(({ title }: { title: string }) => title === 'Same').id
    const before = (await sheet.cell(0, id)).updated_at
    await cell(page, 0, 2).click()
    await peek.getByRole('button', { name: 'Run again' }).click()
    while ((await sheet.cell(0, id)).updated_at === before) await page.waitForTimeout(50)
    await peek.getByText('Completed').waitFor()
  })

  it('a sheet is scored by code, with a matrix', async () => {
    const sheet = await questionSheet(world, questions)
    await sheet.column('Mentions it', 'CONTAINS', { source: 'Question', value_source: 'Expected' })
    await untilComputed(sheet)
    const { page } = await open(sheet)
    await page.getByRole('button', { name: 'Score card' }).click()
    const card = page.getByRole('complementary', { name: 'Score card' })
    await card.getByRole('tab', { name: 'Sheet score' }).click()
    await card.getByRole('button', { name: 'Set a sheet score' }).click()
    await card.getByLabel('Score by').selectOption('custom')
    await card.getByLabel('Language').selectOption('JAVASCRIPT')
    await card.getByRole('textbox', { name: 'Scoring code' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(
      `const good = data.filter((row) => row["Mentions it"]).length
return {
score: good * 10,
sub_scores: { Mentioned: good },
score_matrix: [["By word", "", "Rows"], ["parcel", { value: good, positive_metric: true }], ["refund", { value: 0, positive_metric: false }]],
}`,
    )
    await assertAccessible(page)
    await card.getByRole('button', { name: 'Save and calculate' }).click()
    await card.getByText('Calculated', { exact: true }).waitFor()
    const matrix = card.getByRole('region', { name: 'By word' })
    await matrix.getByText('good: ').waitFor()
    await matrix.getByText('bad: ').waitFor()
    await card.getByText('Mentioned', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Score' }).getByText('10', { exact: true }).waitFor()
    await assertAccessible(page)

    await card.getByLabel('Score by').selectOption('boolean')
    await card.getByRole('checkbox', { name: 'Mentions it' }).check()
    await card.getByLabel('Winner').selectOption('highest')
    await card.getByLabel('Value column').selectOption('Mentions it')
    await card.getByLabel('Label column').selectOption('Question')
    await card.getByRole('button', { name: 'Save and calculate' }).click()
    await card.getByRole('table', { name: 'Scored columns' }).getByText('50%').waitFor()
    await assertAccessible(page)
    const { score_configuration } = bodyOf(await world.api.get(`${sheet.path}/score`))
    assert.equal(score_configuration.score_type, 'boolean')
    assert.equal(score_configuration.score_config.aggregate.kind, 'highest')
    await card.getByRole('button', { name: 'Convert to score card steps' }).click()
    await card.getByRole('tab', { name: 'Result' }).waitFor()
  })

  it('steps of a score card are moved and keep their fields', async () => {
    const sheet = await questionSheet(world, questions)
    await sheet.column('Mentions it', 'CONTAINS', { source: 'Question', value_source: 'Expected' })
    await sheet.column('Same', 'CONTAINS', { source: 'Question', value: 'a' })
    await untilComputed(sheet)
    const { page } = await open(sheet)
    await page.getByRole('button', { name: 'Score card' }).click()
    const card = page.getByRole('complementary', { name: 'Score card' })
    await card.getByRole('button', { name: 'Use these columns' }).click()
    await card.getByRole('button', { name: /^Move Same/ }).focus()
    await page.keyboard.press('ArrowUp')
    await card.getByRole('button', { name: /^Same.*weight/ }).click()
    const step = card.getByRole('region', { name: 'Same' })
    await step.locator('summary').click()
    await step.getByLabel('Score of a value').selectOption('linear')
    await step.getByLabel('Scores 1 at').fill('1')
    await step.getByRole('switch', { name: 'Lower is better' }).click()
    await step.getByLabel('Store evidence').selectOption('raw')
    await step.getByLabel('Description').fill('Nobody should say it.')
    await step.getByLabel('About the column').selectOption('Question')
    await card.getByRole('combobox', { name: 'If a required step fails' }).click()
    await page.getByRole('option', { name: 'The row warns' }).click()
    await card.locator('summary', { hasText: 'More options of the card' }).click()
    await card.getByLabel('Name of the score card').fill('Tone')
    await card.getByRole('checkbox', { name: 'Question' }).check()
    await assertAccessible(page)
    await card.getByRole('button', { name: 'Save and calculate' }).click()
    await card.getByText('Up to date').waitFor()
    const read = async () => bodyOf(await world.api.get(`${sheet.path}/scorecard`)).scorecard
    const saved = await read()
    const [question] = await sheet.columns()
    assert.deepEqual(
      saved.steps.map(({ title }: { title: string }) => title),
      ['Same', 'Mentions it'],
    )
    const { score_adapter, evidence_mode, description, target_column_id } = saved.steps[0]
    assert.deepEqual(score_adapter, { type: 'linear', min: 0, max: 1, invert: true })
    assert.deepEqual(
      [evidence_mode, description, target_column_id, saved.name, saved.evaluated_column_ids],
      ['raw', 'Nobody should say it.', question.id, 'Tone', [question.id]],
    )
    assert.equal(saved.aggregation.required_step_failure_behavior, 'warn')
    await card.getByRole('table', { name: 'How the steps add up' }).getByText('Same').waitFor()
    await assertAccessible(page)

    await card.getByRole('tab', { name: 'Steps' }).click()
    await card
      .getByRole('button', { name: /^Move Same/ })
      .dragTo(card.getByRole('region', { name: 'Mentions it' }))
    await card.getByRole('button', { name: 'Save and calculate' }).click()
    while ((await read()).steps[0].title !== 'Mentions it') await page.waitForTimeout(50)
    assert.equal((await read()).steps[1].description, 'Nobody should say it.')
  })

  it('a trace is previewed before it is added', async () => {
    const trace = 'a'.repeat(32)
    const spans = [
      spanAt(trace, 0, 'support agent', null),
      spanAt(trace, 1, 'look up the order', 0),
      spanAt(trace, 2, 'call the shop', 1),
    ]
    const sent = await world.api.post('/spans-bulk', { spans })
    assert.ok(sent.status < 300, JSON.stringify(sent.body))
    const sheet = await questionSheet(world, questions)
    const { page, complaints } = await open(sheet)
    await page.getByRole('button', { name: 'More for this sheet' }).click()
    await page.getByRole('menuitem', { name: 'Import rows' }).click()
    await page.getByRole('tab', { name: 'Trace' }).click()
    const add = page.getByRole('button', { name: /^Add the/ })
    await page.getByLabel('Trace ID').fill('c'.repeat(32))
    await page.getByRole('dialog').getByRole('alert').waitFor()
    assert.equal(await add.isDisabled(), true)
    // The browser logs every answer of 404.
    assert.match(complaints.splice(0).join(), /404/)
    await page.getByLabel('Trace ID').fill(trace)
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText(/^support agent, 3 spans/).waitFor()
    await assertAccessible(page)
    await preview.getByRole('button', { name: /look up the order/ }).click()
    await page.getByRole('button', { name: 'Add the span' }).click()
    await page.getByRole('columnheader', { name: 'Trace' }).waitFor()
    await cell(page, 2, 2).getByText('look up the order').waitFor()
    const column = (await sheet.columns()).find(({ type }: { type: string }) => type === 'TRACE')
    const { value } = (await sheet.cell(2, column.id)).value
    assert.equal(value.name, 'look up the order')
    assert.match(JSON.stringify(value), /call the shop/)
    assert.doesNotMatch(JSON.stringify(value), /support agent/)
  })
})
