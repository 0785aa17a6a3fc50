import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { ZipFile } from 'yazl'
import { successBodyOf } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { chooseType } from './choose.ts'
import { cell } from './locators.ts'
import { clipboardOf, waitUntilEqual } from './wait-until-equal.ts'

/** A workbook as Excel writes it: shared texts, styled dates, cells left out and a second sheet. */
async function workbook(lastRow = ''): Promise<Buffer> {
  const zip = new ZipFile()
  const parts = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><bookViews><workbookView activeTab="1"/></bookViews><sheets><sheet name="Notes" r:id="rId1"/><sheet name="Cases" r:id="rId2"/></sheets></workbook>',
    'xl/worksheets/notes.xml': `<worksheet><sheetData>
      <row r="1"><c r="A1" t="inlineStr"><is><t>Golden set</t></is></c></row>
      <row r="3"><c r="A3" t="inlineStr"><is><t>team</t></is></c><c r="B3" t="inlineStr"><is><t>total</t></is></c></row>
      <row r="4"><c r="A4" t="inlineStr"><is><t>Alpha</t></is></c><c r="B4"><f>1+1</f><v>2</v></c><c r="C4" s="2"><v>46356</v></c></row>
      <row r="5"><c r="B5" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>
      <row r="6"><c r="A6"/><c r="B6"><f>1+2</f><v></v></c><c r="C6" t="str"><f>""</f><v></v></c></row>
      </sheetData><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A4:A6"/></mergeCells></worksheet>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/notes.xml"/><Relationship Id="rId2" Target="worksheets/cases.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml':
      '<sst><si><t>question</t></si><si><t>score</t></si><si><t>due</t></si><si><t>right</t></si><si><r><t>Where </t></r><r><t>&amp; when?</t></r></si></sst>',
    'xl/worksheets/cases.xml': `<worksheet><sheetData>
      <row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>
      <row><c r="A2" t="s"><v>4</v></c><c r="B2"><v>0.25</v></c><c r="C2" s="1"><v>46356</v></c><c r="D2" t="b"><v>1</v></c></row>
      <row><c r="A3" t="inlineStr"><is><t>A_x000A_B</t></is></c><c r="C3" s="2"><v>46356.5</v></c><c r="D3" t="b"><v>0</v></c></row>
      <row><c r="A4"/></row>${lastRow}</sheetData></worksheet>`,
  }
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

describe('tables', () => {
  let app: TestApp
  const { openAt, openTab } = startAppAndBrowser((started) => ({ app } = started))

  it('are made, filled, checked, mended and deleted', async () => {
    const page = await openAt('/prompts', { expects: /status of 400/ })
    await page.getByRole('heading', { name: 'Prompts', exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'No tables yet' }).waitFor()
    await page.getByRole('list', { name: 'Ways to begin' }).getByRole('button').nth(3).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'New table' }).click()
    await page.getByLabel('Name').fill('Support answers')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Support answers', exact: true }).waitFor()

    const grid = page.getByRole('grid')
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await page.getByLabel('Title').fill('expected')
    await page.getByRole('button', { name: 'Save column' }).click()
    await page.getByRole('columnheader', { name: 'expected' }).waitFor()
    const active = async () => (await grid.getAttribute('aria-activedescendant'))?.split('-').slice(-2)
    await waitUntilEqual(active, ['0', '1'])
    await cell(page, 0, 0).click()
    await page.evaluate(
      `navigator.clipboard.writeText(${JSON.stringify('Oslo\tOslo\nRoma\tRome\nParis\tParis')})`,
    )
    await page.keyboard.press('Control+v')
    await page.getByText('3 rows pasted').waitFor()
    await cell(page, 2, 1).getByText('Paris').waitFor()

    await page.getByRole('button', { name: 'Column', exact: true }).click()
    await page.getByLabel('Title').fill('same')
    await chooseType(page, 'COMPARE')
    await page.getByRole('button', { name: 'Save column' }).click()
    await page.getByText('Choose a column.').waitFor()
    await page.getByText('Enter a value, or choose a column above.').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Column', { exact: true }).selectOption('Column A')
    await page.getByLabel('Is compared with').selectOption('expected')
    await page.getByRole('button', { name: 'Save column' }).click()
    await cell(page, 0, 2).getByText('Pass').waitFor()
    await cell(page, 1, 2).getByText('Fail').waitFor()
    await page.getByRole('region', { name: 'Score' }).getByText('66.7%').first().waitFor()

    await cell(page, 1, 0).click()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Column A, row 2' }).fill('Rome')
    await page.keyboard.press('Enter')
    await cell(page, 1, 0).getByText('Rome').waitFor()
    await cell(page, 1, 2).getByText('Stale').waitFor()
    assert.match((await grid.getAttribute('aria-activedescendant')) ?? '', /-2-0$/)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('radio', { name: /Stale cells\s*1$/ }).waitFor()
    await page.getByRole('button', { name: /^Run 1 cell/ }).click()
    await cell(page, 1, 2).getByText('Pass').waitFor()

    await grid.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await waitUntilEqual(() => clipboardOf(page), 'Oslo\tOslo\nRome\tRome\nParis\tParis')
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'expected, row 3' }).getByText('Paris').waitFor()
    await page.keyboard.press('ArrowRight')
    await page
      .getByRole('complementary', { name: 'same, row 3' })
      .getByText('Pass', { exact: true })
      .waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Column same' }).click()
    await page.getByRole('menuitem', { name: 'Configure' }).click()
    await page.getByRole('switch', { name: 'Edit the config as JSON' }).click()
    await page.getByRole('textbox', { name: 'Config as JSON' }).waitFor()
    await assertAccessible(page)

    await page.getByRole('link', { name: 'Tables' }).last().click()
    await page.getByRole('row', { name: /Support answers.*Done/ }).waitFor()
    await page.getByRole('button', { name: 'More for Support answers' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel('Write “Support answers” to continue').fill('Support answers')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No tables yet' }).waitFor()
  })

  it('begin from a prompt, from requests, or from a file', async () => {
    const template = {
      type: 'chat',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Greet {name}' }] }],
    }
    const reply = await app.api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name: 'greeting' },
      prompt_version: { prompt_template: template },
    })
    successBodyOf(reply)
    const { page } = await openTab()
    const begin = async (title: string, start: string) => {
      await page.goto('/tables')
      await page.getByRole('button', { name: 'New table' }).click()
      await page.getByLabel('Name').fill(title)
      await page.getByRole('dialog').getByRole('button', { name: start }).click()
    }
    const create = (verb = 'Create table') => page.getByRole('button', { name: verb }).click()
    await begin('', 'From a prompt')
    await page.getByRole('combobox', { name: 'Prompt' }).click()
    await page.getByRole('option', { name: 'greeting' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('option', { name: 'greeting' }).click()
    await assertAccessible(page)
    await create()
    // The table has the name of its prompt. Imported rows replace its blank row.
    await page.getByRole('heading', { name: 'greeting', exact: true }).waitFor()
    await page.locator('[data-head="0"]').getByText('name').waitFor()
    await page.locator('[data-head="1"]').getByText('answer').waitFor()
    await cell(page, 0, 1).getByText('Stale').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Import rows' })
    const importNames = async (...names: string[]) => {
      await page.getByRole('button', { name: 'More for this sheet' }).click()
      await page.getByRole('menuitem', { name: 'Import rows' }).click()
      const buffer = Buffer.from(['name', ...names].join('\n'))
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer })
      await dialog.getByRole('button', { name: /^Import \d/ }).click()
    }
    await importNames('Ada', 'Bob')
    await cell(page, 0, 0).getByText('Ada').waitFor()
    await page.getByText('2 rows × 2 columns').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await importNames('Cleo')
    await page.getByText('3 rows × 2 columns').waitFor()
    await cell(page, 0, 0).getByText('Ada').waitFor()
    await dialog.waitFor({ state: 'detached' })

    await begin('history', 'From requests')
    await create('Choose requests')
    await dialog.getByRole('tab', { name: 'Requests', selected: true }).waitFor()
    // Without an import, no empty table remains.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'New table' }).waitFor()
    await waitUntilEqual(
      async () => (await app.api.get('/api/public/v2/tables?name=history')).body.data.length,
      0,
    )

    await begin('', 'From a file')
    await page.locator('input[type=file]').setInputFiles({
      name: 'cases.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('question;wanted, exactly\nWhere is it?;Oslo\n'),
    })
    await page.getByText('cases.csv').waitFor()
    await assertAccessible(page)
    await create('Preview rows')
    const separator = dialog.getByRole('combobox', { name: 'Values are separated by' })
    await waitUntilEqual(() => separator.locator('option:checked').textContent(), 'Semicolon')
    await dialog.getByRole('columnheader', { name: /^wanted, exactly/ }).waitFor()
    await separator.selectOption('Comma')
    await dialog.getByRole('columnheader', { name: /^exactly/ }).waitFor()
    await separator.selectOption('Semicolon')
    await dialog.getByRole('button', { name: 'Import 1 row' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'cases', exact: true }).waitFor()
    await cell(page, 0, 1).getByText('Oslo').waitFor()
  })

  it('import the file that was chosen last, although an earlier one is read later', async () => {
    const { table } = (await app.api.post('/api/public/v2/tables', { title: 'Of two files' })).body
    const page = await openAt(`/tables/${table.id}`)
    await page.evaluate(`{
      const { arrayBuffer } = Blob.prototype
      Blob.prototype.arrayBuffer = function () {
        if (this.name !== 'slow.csv') return arrayBuffer.call(this)
        return new Promise((resolve) => { window.readSlowFile = () => resolve(arrayBuffer.call(this)) })
      }
    }`)
    await page.getByRole('button', { name: 'More for this sheet' }).click()
    await page.getByRole('menuitem', { name: 'Import rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import rows' })
    for (const name of ['slow.csv', 'quick.csv'])
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${name} column\nvalue\n`) })
    await dialog.getByRole('columnheader', { name: 'quick.csv column' }).waitFor()
    await page.evaluate('readSlowFile(); new Promise((done) => setTimeout(done, 200))')
    await dialog.getByText('quick.csv: 1 row').waitFor()
    assert.equal(await dialog.getByRole('columnheader', { name: 'quick.csv column' }).count(), 1)
    await dialog.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByRole('columnheader', { name: 'quick.csv column' }).waitFor()
  })

  it('import rows of Excel workbooks, and explain the error in a file', async () => {
    const { table } = (await app.api.post('/api/public/v2/tables', { title: 'Of a workbook' })).body
    const page = await openAt(`/tables/${table.id}`)
    await page.getByRole('button', { name: 'More for this sheet' }).click()
    await page.getByRole('menuitem', { name: 'Import rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import rows' })
    const choose = (name: string, buffer: Buffer) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })
    await choose('broken.xlsx', Buffer.from('PK'))
    await dialog.getByText('The file cannot be read as an Excel workbook.').waitFor()
    await choose('cut.jsonl', Buffer.from('{"a": 1}\n{"a": 2\n'))
    await dialog.getByText('Line 2 is not valid JSON').waitFor()
    await choose('dates.xlsx', await workbook('<row><c r="C5" s="1"><v>9e99</v></c></row>'))
    await dialog.getByText('dates.xlsx: 3 rows').waitFor()
    await choose('far.xlsx', await workbook('<row><c r="ZZZZZZ5"><v>1</v></c></row>'))
    await dialog.getByText('The file cannot be read as an Excel workbook.').waitFor()
    await choose('cases.xlsx', await workbook())
    await dialog.getByText('cases.xlsx: 2 rows').waitFor()
    await dialog.getByRole('combobox', { name: 'Sheet', exact: true }).selectOption('Notes')
    await dialog.getByText('cases.xlsx: 3 rows').waitFor()
    // The row with the name of the set is above the titles, and merged cells have one value for all their rows.
    await dialog.getByRole('columnheader', { name: 'total' }).waitFor()
    assert.equal(await dialog.getByRole('cell', { name: 'Alpha', exact: true }).count(), 3)
    // The other dates of the column have a time.
    await dialog.getByRole('cell', { name: '2026-11-30T00:00:00' }).waitFor()
    await dialog.getByText('1 formula ended in an error such as #DIV/0!.').waitFor()
    await dialog.getByText('1 formula has no value in the file.').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('combobox', { name: 'Titles', exact: true }).selectOption('Row 1: Golden set')
    await dialog.getByText('cases.xlsx: 4 rows').waitFor()
    await dialog.getByRole('combobox', { name: 'Sheet', exact: true }).selectOption('Cases')
    await dialog.getByText('cases.xlsx: 2 rows').waitFor()
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog.waitFor({ state: 'detached' })
    const rows = async () => {
      const sheets = (await app.api.get(`/api/public/v2/tables/${table.id}/sheets`)).body.data
      const path = `/api/public/v2/tables/${table.id}/sheets/${sheets[0].id}`
      const columns = (await app.api.get(`${path}/columns`)).body.data
      const { data } = (await app.api.get(`${path}/rows`)).body
      return data.map(({ cells }: { cells: Record<string, { display_value: string | null }> }) =>
        columns.map(
          ({ id, title }: { id: string; title: string }) => `${title}: ${cells[id]?.display_value ?? ''}`,
        ),
      )
    }
    const hasAll = (values: string[]) => (row: string[]) => values.every((value) => row.includes(value))
    const imported = await rows()
    assert.ok(
      imported.some(hasAll(['question: Where & when?', 'score: 0.25', 'due: 2026-11-30', 'right: true'])),
    )
    assert.ok(
      imported.some(hasAll(['question: A\nB', 'score: ', 'due: 2026-11-30T12:00:00', 'right: false'])),
    )
  })

  it('show the last of many rows without the others in the page', async () => {
    const { table, default_sheet } = (await app.api.post('/api/public/v2/tables', { title: 'Many' })).body
    const path = `/api/public/v2/tables/${table.id}/sheets/${default_sheet.id}`
    const column = (await app.api.get(`${path}/columns`)).body.data[0].id
    for (let start = 1; start < 1_000; start += 100) {
      const values = Array.from({ length: 100 }, (_none, index) => ({ [column]: `row ${start + index}` }))
      await app.api.post(`${path}/rows`, { count: values.length, values })
    }
    const page = await openAt(`/tables/${table.id}`)
    await cell(page, 1, 0).getByText('row 1', { exact: true }).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+End')
    await cell(page, 1_000, 0).getByText('row 1000').waitFor()
    assert.ok((await page.getByRole('gridcell').count()) < 100)
  })
})
