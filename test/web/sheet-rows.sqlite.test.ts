import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { RunWorld } from '../journeys/support/running.ts'
import { bodyOf } from '../kit/api.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { cell } from './locators.ts'
import { publishAnswer, questionSheet, untilComputed } from './support-sheet.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

const answerColumn = {
  template: { name: 'Answer' },
  prompt_template_variable_mappings: { question: 'Question' },
}

describe('rows of a sheet', () => {
  let world: RunWorld
  const { openPage } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    await publishAnswer(world, 'Answer')
  })
  const open = async (address: string) => {
    const { page, complaints } = await openPage()
    await page.goto(address)
    await page.getByText('Live', { exact: true }).waitFor()
    return { page, complaints }
  }
  it('a row opens with all of its values, and the values of the previous version', async () => {
    const sheet = await questionSheet(world, [
      ['Do you ship to Norway?', 'Norway'],
      ['Where is my parcel?', 'refund'],
      ['Can I return the boots?', 'boots'],
      ['Is the tent in stock?', 'refund'],
    ])
    await sheet.column('Answer', 'PROMPT_TEMPLATE', answerColumn)
    const check = { source: 'Answer', value_source: 'Expected' }
    const right = await sheet.column('Right', 'CONTAINS', check, { is_output_column: true })
    const ui_element = { type: 'rating', min: 1, max: 5, prompt: 'How good is it?' }
    const stars = await sheet.column('Stars', 'HUMAN', { data_type: 'number', ui_element })
    await untilComputed(sheet)
    bodyOf(await world.api.post(`${sheet.path}/versions`, { name: 'first' }), 201)
    const { page, complaints } = await open(`/tables/${sheet.table}`)
    await cell(page, 1, 0).click()
    await page.keyboard.press('Shift+Enter')
    const row = (name: string) => page.getByRole('complementary', { name, exact: true })
    const field = (name: string, title: string) => row(name).getByRole('region', { name: title, exact: true })
    await field('Row 2', 'Answer').getByText('You said: Where is my parcel?').waitFor()
    await field('Row 2', 'Right').getByText('Fail').waitFor()
    await assertAccessible(page)

    // A person judges the row, edits its input and runs it again in the drawer.
    await page.keyboard.press('4')
    await field('Row 2', 'Stars').getByText('Not answered').waitFor({ state: 'detached' })
    await field('Row 2', 'Question').getByRole('button', { name: 'Edit Question' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('**Where** is my refund?')
    await page.keyboard.press('Control+Enter')
    await field('Row 2', 'Answer').getByText('Stale').waitFor()
    await row('Row 2').getByRole('button', { name: 'Run row' }).click()
    await field('Row 2', 'Right').getByText('Pass').waitFor()
    const answer = field('Row 2', 'Answer')
    await answer.locator('del', { hasText: 'parcel' }).waitFor()
    await answer.locator('ins', { hasText: 'refund' }).waitFor()
    await assertAccessible(page)
    assert.equal((await sheet.shown(stars.id))[1], '4')

    // Markdown is rendered, or shown as it is stored.
    const question = field('Row 2', 'Question')
    await question.locator('strong', { hasText: 'Where' }).waitFor()
    await question.getByRole('button', { name: 'Show plain text' }).click()
    await question.getByText('**Where** is my refund?').waitFor()

    // The address contains the id of the row, so it works when the row has another index.
    const address = page.url()
    bodyOf(await world.api.delete(`${sheet.path}/rows`, {}, { row_indices: [0] }))
    await row('Row 1').waitFor()
    const { page: other } = await open(address.slice(address.indexOf('/tables')))
    await other
      .getByRole('complementary', { name: 'Row 1' })
      .getByText('You said: Where is my refund?')
      .waitFor()

    // The keys for the next and the previous row stay within the rows shown.
    const rows = { filters: [{ column_id: right.id, operator: 'passes' }] }
    await page.goto(`/tables/${sheet.table}?rows=${encodeURIComponent(JSON.stringify(rows))}`)
    await cell(page, 1, 0).getByText('Can I return the boots?').waitFor()
    await cell(page, 0, 0).click()
    await page.getByRole('button', { name: 'Open row 1' }).click()
    await row('Row 1').getByText('1 of 2 shown').waitFor()
    await page.keyboard.press('j')
    await row('Row 2').getByText('2 of 2 shown').waitFor()
    await field('Row 2', 'Question').getByText('Can I return the boots?').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await row('Row 1').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await assertAccessible(page)
    await row('Row 1').getByRole('button', { name: 'Right', exact: true }).click()
    await row('Right, row 1').getByText('Completed').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(complaints, [])
  })

  it('selected rows and filtered rows become cases of the playground, which keeps what it had', async () => {
    const sheet = await questionSheet(world, [
      ['Do you ship to Peru?', 'Peru'],
      ['Where is my tent?', 'refund'],
      ['Can I swap the boots?', 'boots'],
    ])
    await sheet.column('Answer', 'PROMPT_TEMPLATE', answerColumn)
    const check = { source: 'Answer', value_source: 'Expected' }
    const right = await sheet.column('Right', 'CONTAINS', check, { is_output_column: true })
    await untilComputed(sheet)
    const { page, complaints } = await open(`/tables/${sheet.table}`)
    await cell(page, 1, 0).click()
    await cell(page, 2, 0).click({ modifiers: ['Shift'] })
    await cell(page, 2, 0).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Try 2 rows in the playground' }).click()
    const variant = (name: string) => page.getByRole('region', { name: `Variant ${name}`, exact: true })
    const question = (index: number) =>
      page
        .getByRole('region', { name: `Case ${index}`, exact: true })
        .getByRole('textbox', { name: 'question' })
    await variant('A').getByText('Answer v1').first().waitFor()
    await waitUntilEqual(() => question(1).inputValue(), 'Where is my tent?')
    await waitUntilEqual(() => question(2).inputValue(), 'Can I swap the boots?')
    await page.keyboard.press('Control+Enter')
    await page
      .getByRole('region', { name: 'Answer of A to case 2' })
      .getByText('You said: Can I swap the boots?')
      .waitFor()

    // The failing row is added as a case; its prompt is in the playground already.
    const rows = { filters: [{ column_id: right.id, operator: 'fails' }] }
    await page.goto(`/tables/${sheet.table}?rows=${encodeURIComponent(JSON.stringify(rows))}`)
    await page.getByText('1 of 3 rows').waitFor()
    await page.getByRole('button', { name: 'More for this sheet' }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await page.getByText('Only the 1 row shown').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const exported = await readFile(await (await download).path(), 'utf8')
    assert.deepEqual(
      exported
        .trim()
        .split('\r\n')
        .map((line) => line.split(',')[0]),
      ['Question', 'Where is my tent?'],
    )
    await page.getByRole('button', { name: 'Try in the playground' }).click()
    await waitUntilEqual(() => question(3).inputValue(), 'Where is my tent?')
    await waitUntilEqual(() => question(1).inputValue(), 'Where is my tent?')
    await page.getByText('1 of 3 rows').waitFor({ state: 'detached' })
    assert.equal(await variant('B').count(), 0)
    assert.deepEqual(complaints, [])
  })
})
