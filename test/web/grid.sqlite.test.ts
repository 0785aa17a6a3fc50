import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { emptySheet, type SheetClient } from '../journeys/support/tables.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { clipboardOf, waitUntilEqual } from './wait-until-equal.ts'

describe('the grid', () => {
  let app: TestApp
  let page: Page
  let sheet: SheetClient
  let columns: string[]
  const { openTab } = startAppAndBrowser((started) => ({ app } = started))

  const titles = ['a', 'b', 'c', 'd']
  const open = async (rowCount = 5) => {
    sheet = await emptySheet(app.api)
    columns = []
    for (const title of titles) columns.push((await sheet.column(title)).id)
    columns.push((await sheet.column('length', 'COUNT', { source: 'a', type: 'chars' })).id)
    for (let start = 0; start < rowCount; start += 100)
      await sheet.add(
        Array.from({ length: Math.min(100, rowCount - start) }, (_none, index) =>
          Object.fromEntries(
            titles.map((title, column) => [columns[column], `${title}${start + index + 1}`]),
          ),
        ),
      )
    ;({ page } = await openTab({ expects: /ERR_FAILED/ }))
    await page.goto(`/tables/${sheet.table}`)
    await cell(0, 0).getByText('a1', { exact: true }).waitFor()
  }
  const cell = (row: number, column: number) => page.locator(`[data-row="${row}"][data-column="${column}"]`)
  const shows = (row: number, column: number, text: string) =>
    cell(row, column).getByText(text, { exact: true }).waitFor()
  const isEmpty = (row: number, column: number) =>
    page.locator(`[data-row="${row}"][data-column="${column}"]:text-is("")`).waitFor()
  const grid = () => page.getByRole('grid')
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const writeClipboard = (text: string) =>
    page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  const copied = () => clipboardOf(page)
  const selected = () => page.locator('[role=gridcell][aria-selected=true]').count()
  const heads = async () =>
    (await page.locator('[data-head]').allInnerTexts()).map((text) => text.trim().split('\n')[0])
  const menuOf = async (title: string, item: string) => {
    await page.getByRole('button', { name: `Column ${title}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const activeIs = (row: number, column: number) =>
    waitUntilEqual(
      async () => (await grid().getAttribute('aria-activedescendant'))?.split('-').slice(-2).map(Number),
      [row, column],
    )
  const values = async (column: number) => sheet.shown(columns[column]!)
  const valuesBecome = (column: number, expected: readonly (string | null)[]) =>
    waitUntilEqual(() => values(column), expected)

  it('selects ranges by keys: step by step, to the ends, rows, columns and everything', async () => {
    await open()
    await cell(1, 1).click()
    await press('Shift+ArrowRight', 'Shift+ArrowDown')
    await waitUntilEqual(selected, 4)
    await press('Control+Shift+End')
    await waitUntilEqual(selected, 4 * 4)
    await press('Escape')
    await waitUntilEqual(selected, 1)
    await activeIs(4, 4)
    await press('Control+Home', 'Shift+Space')
    await waitUntilEqual(selected, 5)
    await press('Control+Home', 'Control+Space')
    await waitUntilEqual(selected, 5)
    await press('Control+a')
    await waitUntilEqual(selected, 25)
    await press('Home', 'PageDown')
    await activeIs(4, 0)
    await press('End', 'PageUp', 'Control+ArrowLeft')
    await activeIs(0, 0)
  })

  it('selects ranges by mouse: cells, rows by their numbers, columns by their heads', async () => {
    await open()
    await cell(0, 0).hover()
    await page.mouse.down()
    await cell(2, 1).hover()
    await page.mouse.up()
    await page.waitForFunction(
      `document.querySelectorAll('[role=gridcell][aria-selected=true]').length === 6`,
    )
    await page.locator('[data-number="1"]').click()
    await waitUntilEqual(selected, 5)
    await page.locator('[data-number="3"]').click({ modifiers: ['Shift'] })
    await waitUntilEqual(selected, 15)
    await page.locator('[data-head="1"]').click()
    await waitUntilEqual(selected, 5)
    await page.locator('[data-head="2"]').click({ modifiers: ['Shift'] })
    await waitUntilEqual(selected, 10)
    await press('Control+c')
    await waitUntilEqual(copied, ['1', '2', '3', '4', '5'].map((row) => `b${row}\tc${row}`).join('\n'))
  })

  it('pastes over cells and after the last row, as one step for undo and redo', async () => {
    await open()
    await cell(4, 1).click()
    await writeClipboard('x\ty\tz\n"two\nlines"\t\tw')
    await press('Control+v')
    await page.getByText('2 rows pasted').first().waitFor()
    await shows(5, 3, 'w')
    assert.deepEqual((await values(1)).slice(4), ['x', 'two\nlines'])
    await waitUntilEqual(selected, 6)
    await press('Control+z')
    await shows(4, 1, 'b5')
    await valuesBecome(1, ['b1', 'b2', 'b3', 'b4', 'b5'])
    await press('Control+Shift+z')
    await shows(4, 1, 'x')
    await shows(5, 3, 'w')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await shows(4, 1, 'b5')
    assert.equal((await sheet.read()).row_count, 5)
  })

  it('repeats a pasted block over a larger selection, and does not change computed columns', async () => {
    await open()
    await cell(0, 3).click()
    await press('Shift+ArrowRight', 'Control+Shift+ArrowDown')
    await writeClipboard('same')
    await press('Control+v')
    await shows(4, 3, 'same')
    await valuesBecome(3, ['same', 'same', 'same', 'same', 'same'])
    assert.deepEqual((await values(4)).includes('same'), false)
  })

  it('clears, cuts and fills: by Ctrl D, Ctrl R and the corner', async () => {
    await open()
    await cell(0, 0).click()
    await press('Shift+ArrowRight', 'Shift+ArrowDown', 'Delete')
    await isEmpty(1, 1)
    await press('Control+z')
    await shows(1, 1, 'b2')
    await press('Control+x')
    await isEmpty(1, 1)
    await waitUntilEqual(copied, 'a1\tb1\na2\tb2')
    await press('Control+z')
    await shows(0, 0, 'a1')
    await press('Control+Home', 'Control+Shift+ArrowDown', 'Control+d')
    await shows(4, 0, 'a1')
    await press('Control+Home', 'Shift+ArrowRight', 'Control+r')
    await shows(0, 1, 'a1')
    await cell(1, 2).click()
    await press('Shift+ArrowDown')
    await page.locator('[data-corner]').hover()
    await page.mouse.down()
    await cell(4, 2).hover()
    await page.mouse.up()
    await shows(4, 2, 'c3')
    await valuesBecome(2, ['c1', 'c2', 'c3', 'c2', 'c3'])
    await press('Control+z', 'Control+z', 'Control+z')
    await shows(0, 1, 'b1')
    await shows(4, 0, 'a5')
  })

  it('shows written values at once, and restores values that the server refuses', async () => {
    await open()
    const gate = Promise.withResolvers<void>()
    await page.route('**/cells', async (route) => {
      await gate.promise
      await route.abort()
    })
    await cell(2, 0).click()
    await page.keyboard.type('written')
    await press('Enter')
    await shows(2, 0, 'written')
    gate.resolve()
    await shows(2, 0, 'a3')
    await page
      .getByText(/cannot be reached|not reachable|unreachable/i)
      .first()
      .waitFor()
    await page.unroute('**/cells')
    await press('F2')
    await page.keyboard.type('!')
    await press('Escape')
    await shows(3, 0, 'a4')
    await press('F2')
    await page.keyboard.type('!')
    await press('Tab')
    await shows(3, 0, 'a4!')
    await activeIs(3, 1)
    await valuesBecome(0, ['a1', 'a2', 'a3', 'a4!', 'a5'])
  })

  it('inserts, copies, moves and deletes rows from their menu, and undoes each step', async () => {
    await open()
    const row = async (number: number, item: string) => {
      await page.locator(`[data-number="${number - 1}"]`).click()
      await page.getByRole('button', { name: `Row ${number}`, exact: true }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await row(2, 'Insert row above')
    await shows(2, 0, 'a2')
    await row(1, 'Duplicate row')
    await shows(1, 0, 'a1')
    await valuesBecome(0, ['a1', 'a1', null, 'a2', 'a3', 'a4', 'a5'])
    await row(7, 'Move to the top')
    await shows(0, 0, 'a5')
    await row(4, 'Delete row')
    await shows(3, 0, 'a2')
    await row(4, 'Delete row')
    await shows(3, 0, 'a3')
    await valuesBecome(0, ['a5', 'a1', 'a1', 'a3', 'a4'])
    await grid().focus()
    await press('Control+z')
    await shows(3, 0, 'a2')
    await valuesBecome(1, ['b5', 'b1', 'b1', 'b2', 'b3', 'b4'])
    await press('Control+z', 'Control+z', 'Control+z', 'Control+z')
    await shows(4, 0, 'a5')
    await valuesBecome(0, ['a1', 'a2', 'a3', 'a4', 'a5'])
    await press('Control+Shift+z', 'Control+Shift+z')
    await shows(1, 0, 'a1')
    await valuesBecome(0, ['a1', 'a1', null, 'a2', 'a3', 'a4', 'a5'])
  })

  it('undoes an edit of a row that was deleted and restored', async () => {
    await open()
    await cell(1, 0).click()
    await page.keyboard.type('edited')
    await press('Enter')
    await shows(1, 0, 'edited')
    await cell(1, 0).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete row' }).click()
    await shows(1, 0, 'a3')
    await grid().focus()
    await press('Control+z')
    await shows(1, 0, 'edited')
    await press('Control+z')
    await shows(1, 0, 'a2')
  })

  it('does not undo an insertion after another person has added, moved or deleted rows', async () => {
    await open()
    await page.locator('[data-number="1"]').click()
    await page.getByRole('button', { name: 'Row 2', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Insert row below' }).click()
    await isEmpty(2, 0)
    await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [0] })
    await grid().focus()
    await press('Control+z')
    await page.getByText('Rows were added, moved or deleted since.').first().waitFor()
    await valuesBecome(0, ['a2', null, 'a3', 'a4', 'a5'])
  })

  it('reports two writes of one cell at the same time, and restores the replaced value', async () => {
    await open()
    const other = await page.context().newPage()
    await other.goto(`/tables/${sheet.table}`)
    await other.getByText('Live', { exact: true }).waitFor()
    await cell(0, 0).click()
    await press('Enter')
    await other.locator('[data-row="0"][data-column="0"]').click()
    for (const key of ['Enter', '!', 'Enter']) await other.keyboard.press(key)
    await valuesBecome(0, ['a1!', 'a2', 'a3', 'a4', 'a5'])
    await page.keyboard.type('?')
    await press('Enter')
    await page.getByText('Another person changed this cell meanwhile').first().waitFor()
    await valuesBecome(0, ['a1?', 'a2', 'a3', 'a4', 'a5'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await valuesBecome(0, ['a1!', 'a2', 'a3', 'a4', 'a5'])
  })

  it('keeps later changes of other people, on undo and on viewing', async () => {
    await open()
    await cell(0, 0).click()
    await page.keyboard.type('mine')
    await press('Enter')
    await valuesBecome(0, ['mine', 'a2', 'a3', 'a4', 'a5'])
    await sheet.write(0, columns[0]!, { display_value: 'theirs' })
    await grid().focus()
    await press('Control+z')
    await page.getByText('Not undone, because another person has written since: 1 cell.').first().waitFor()
    await valuesBecome(0, ['theirs', 'a2', 'a3', 'a4', 'a5'])
    await shows(0, 0, 'theirs')
    await cell(1, 0).click()
    await press('Enter')
    await sheet.write(1, columns[0]!, { display_value: 'looked at' })
    await shows(1, 0, 'looked at')
    await press('Enter')
    await shows(2, 0, 'a3')
    await valuesBecome(0, ['theirs', 'looked at', 'a3', 'a4', 'a5'])
  })

  it('widens, fits, pins, hides and moves columns, and keeps the layout', async () => {
    await open()
    const widthOf = async (index: number) =>
      (await page.locator(`[data-head="${index}"]`).boundingBox())!.width
    await waitUntilEqual(() => widthOf(0), 104)
    const edge = await page.locator('[data-edge="0"]').boundingBox()
    await page.mouse.move(edge!.x + 3, edge!.y + 10)
    await page.mouse.down()
    await page.mouse.move(edge!.x + 103, edge!.y + 10, { steps: 4 })
    await page.mouse.up()
    await waitUntilEqual(() => widthOf(0), 204)
    await page.locator('[data-edge="0"]').dblclick()
    await waitUntilEqual(async () => (await widthOf(0)) < 120, true)
    await menuOf('c', 'Pin')
    await waitUntilEqual(heads, ['c', 'a', 'b', 'd', 'length'])
    await shows(0, 0, 'c1')
    await menuOf('b', 'Hide')
    await menuOf('a', 'Move right')
    await waitUntilEqual(heads, ['c', 'd', 'a', 'length'])
    const [from, to] = [
      await page.locator('[data-head="3"]').boundingBox(),
      await page.locator('[data-head="1"]').boundingBox(),
    ]
    await page.mouse.move(from!.x + 30, from!.y + 10)
    await page.mouse.down()
    await page.mouse.move(to!.x + 20, to!.y + 10, { steps: 5 })
    await page.mouse.up()
    await waitUntilEqual(heads, ['c', 'length', 'd', 'a'])
    await page.getByRole('button', { name: 'Layout of the grid' }).click()
    await page.getByRole('menuitemradio', { name: 'Tall' }).click()
    await waitUntilEqual(async () => (await cell(0, 0).boundingBox())!.height, 104)
    await page.reload()
    await shows(0, 0, 'c1')
    await waitUntilEqual(heads, ['c', 'length', 'd', 'a'])
    await waitUntilEqual(async () => (await cell(0, 0).boundingBox())!.height, 104)
    await page.getByRole('button', { name: 'Layout of the grid' }).click()
    await page.getByRole('menuitem', { name: 'Show b' }).click()
    await waitUntilEqual(heads, ['c', 'b', 'length', 'd', 'a'])
    await grid().focus()
    await press('Control+z')
    await page.waitForFunction(`document.querySelectorAll('[data-head]').length === 4`)
  })

  it('has no fault that axe finds, with a pinned column and the menu of a row', async () => {
    await open()
    await menuOf('a', 'Pin')
    await cell(1, 1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Duplicate row' }).waitFor()
    await assertAccessible(page)
  })

  const all = Array.from({ length: 700 }, (_none, index) => `a${index + 1}`)
  const firstColumn = ['Control+Home', 'Control+Shift+ArrowDown']

  it('copies rows that were never loaded, shows the progress, and holds few of many cells', async () => {
    await open(700)
    const gate = Promise.withResolvers<void>()
    await page.route(/start_row_index=300/, async (route) => {
      await gate.promise
      await route.continue()
    })
    await cell(0, 0).click()
    await press(...firstColumn, 'Control+c')
    await page.getByText('Copying 700 rows…').first().waitFor()
    gate.resolve()
    await page.getByText('700 rows copied').first().waitFor()
    await waitUntilEqual(async () => (await copied()).split('\n'), all)
    assert.ok((await page.getByRole('gridcell').count()) < 400)
  })

  it('copies changes of other people in rows out of view', async () => {
    await open(700)
    await cell(0, 0).click()
    await press(...firstColumn, 'Control+c')
    await waitUntilEqual(async () => (await copied()).split('\n'), all)
    await press('Control+Home')
    await shows(0, 0, 'a1')
    await sheet.write(350, columns[0]!, { value: 'theirs' })
    await press(...firstColumn)
    await waitUntilEqual(async () => {
      await press('Control+c')
      return (await copied()).split('\n')[350]
    }, 'theirs')
  })

  it('cuts rows that were never loaded with all their values', async () => {
    await open(700)
    await cell(0, 0).click()
    await press(...firstColumn, 'Control+x')
    await waitUntilEqual(async () => (await copied()).split('\n'), all)
    await isEmpty(699, 0)
    await valuesBecome(
      0,
      all.map(() => null),
    )
  })

  it('reports a failed copy, and does not clear the cells', async () => {
    await open(700)
    await page.route(/start_row_index=300/, (route) => route.abort())
    await writeClipboard('before')
    await cell(0, 0).click()
    await press(...firstColumn, 'Control+x')
    await page
      .getByText(/^Nothing was copied/)
      .first()
      .waitFor()
    assert.equal(await copied(), 'before')
    await valuesBecome(0, all)
  })
})
