import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunWorld } from '../journeys/support/running.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { publishAnswer, questionSheet, untilComputed } from './support-sheet.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

/** A list of completions ignores keys for 75 ms, so that fast typing goes into the text. */
const heedless = 150

describe('the keys', () => {
  let world: RunWorld
  const { openAt, openTab } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    await publishAnswer(world, 'asked')
  })

  it('of a prompt edit it, compare it and move its label, but not while a person types', async () => {
    const page = await openAt('/prompts')
    await page.getByRole('link', { name: 'asked' }).click()
    await page.getByRole('heading', { name: 'asked', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Add message' }).waitFor()
    await page.keyboard.press('d')
    await page.waitForURL(/tab=compare/)
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Add message' }).waitFor()
    await page.getByRole('textbox', { name: /message 1/ }).click()
    await page.keyboard.type('del')
    await page.getByText('Unsaved changes').waitFor()
    assert.doesNotMatch(page.url(), /tab=compare/)
    await page.goto('/prompts')
    await page.getByRole('link', { name: 'asked' }).click()
    await page.getByRole('button', { name: 'Add message' }).waitFor()
    await page.keyboard.press('l')
    await page.getByRole('dialog', { name: 'Release v1' }).waitFor()
  })

  it('show their target: in the panel of a tab, and in a text', async () => {
    const page = await openAt('/prompts', { expects: /./ })
    await page.getByRole('link', { name: 'asked' }).click()
    // Until the editor of texts is loaded, a message is a text area.
    await page.locator('.cm-content').first().waitFor()
    const reached = (title: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.activeElement.closest(${JSON.stringify(title)}) ?? document.body).outlineStyle`,
      )
    await page.getByRole('tab', { name: 'Editor' }).focus()
    for (const part of ['[role=tabpanel]', '.cm-editor']) {
      for (let presses = 0; presses < 20; presses++) {
        await page.keyboard.press('Tab')
        const isThere = await page.evaluate<boolean>(
          `document.activeElement.matches(${JSON.stringify(part)}) || document.activeElement.matches(${JSON.stringify(`${part} .cm-content`)})`,
        )
        if (isThere) break
      }
      assert.equal(await reached(part), 'solid', part)
    }
  })

  it('of a text undo typing and complete variables; typing works without them', async () => {
    const { page } = await openTab({ expects: /./ })
    const message = page.getByRole('textbox', { name: /message 1/ })
    const parts = '**/assets/writing-*'
    await page.goto('/prompts')
    await page.getByRole('link', { name: 'asked' }).click()
    await page.route(parts, (route) => route.abort())
    await message.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' first')
    await page.getByText('Unsaved changes').waitFor()
    await page.unroute(parts)
    await page.getByRole('heading', { name: 'asked', level: 1 }).click()
    await message.click()
    await page.keyboard.press('Control+End')
    await page.locator('.cm-content[aria-autocomplete]').waitFor()
    await page.keyboard.type(' {que')
    await page.locator('.cm-tooltip-autocomplete').waitFor()
    await sleep(heedless)
    await page.keyboard.press('Enter')
    await waitUntilEqual(() => message.textContent(), '{question} first {question}')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await waitUntilEqual(() => message.textContent(), '{question} first')
  })

  it('of a sheet peek at a cell and retry a failed one; a button retries them all', async () => {
    let isDown = true
    world.fake.answerWith(({ text }) => (isDown ? 'bad_key' : { text: `It says ${text}` }))
    const sheet = await questionSheet(world, [
      ['one', 'x'],
      ['two', 'x'],
      ['three', 'x'],
    ])
    await sheet.column('Answer', 'PROMPT_TEMPLATE', {
      template: { name: 'asked' },
      prompt_template_variable_mappings: { question: 'Question' },
    })
    await untilComputed(sheet)
    isDown = false
    const { page } = await openTab()
    const cell = (row: number) => page.locator(`[data-row="${row}"][data-column="2"]`)
    await page.goto(`/tables/${sheet.table}`)
    await page.getByText('3 failed').waitFor()
    await cell(0).click()
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'Answer, row 1' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await cell(0).click()
    await page.keyboard.press('r')
    await cell(0).getByText('It says one').waitFor()
    await page.getByText('2 failed').waitFor()
    await page.getByRole('button', { name: 'Retry failed' }).click()
    await cell(1).getByText('It says two').waitFor()
    await cell(2).getByText('It says three').waitFor()
    await page.getByText(/\d failed/).waitFor({ state: 'detached' })
  })
})
