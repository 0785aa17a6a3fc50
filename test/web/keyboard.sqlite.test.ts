import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page, Route } from '@playwright/test'
import { bodyOf } from '../kit/api.ts'
import { openBrowser, openPage } from './browser.ts'
import { type Story, startStory } from './screens/story.ts'
import { publishAnswer, questionSheet, untilComputed } from './support-sheet.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

interface Focused {
  readonly name: string
  readonly role: string | null
  readonly isShown: boolean
}

/** The focused element, and whether its focus is visible: by a ring, or by the active cell of a grid. */
const focused = (page: Page): Promise<Focused> =>
  page.evaluate<Focused>(`(() => {
    const element = document.activeElement
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent).trim(),
      role: element.getAttribute('role'),
      isShown: getComputedStyle(element).outlineStyle !== 'none' || element.hasAttribute('aria-activedescendant'),
    }
  })()`)

/** The most presses of Tab that a person would accept. */
const maxPresses = 60

async function tabTo(page: Page, isIt: (one: Focused) => boolean, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < maxPresses; presses++) {
    const one = await focused(page)
    if (isIt(one)) return assert.ok(one.isShown, `${one.name} has the focus, and does not show it`)
    passed.push(one.name.slice(0, 20))
    await page.keyboard.press(key)
  }
  assert.fail(`not reached by ${key}: ${passed.join(', ')}`)
}

const named = (name: string | RegExp) => (one: Focused) =>
  typeof name === 'string' ? one.name === name : name.test(one.name)

describe('with the keyboard alone', () => {
  let story: Story
  let browser: Browser
  let page: Page
  before(async () => {
    story = await startStory({ tickets: 12, requests: 60 })
    browser = await openBrowser()
    ;({ page } = await openPage(browser, story.app))
  })
  after(async () => {
    await browser?.close()
    await story?.close()
  })

  it('a version is released under a label, and no step loses the focus', async () => {
    await page.goto(`/prompts/${story.prompt}`)
    await page.getByRole('button', { name: 'Add message' }).waitFor()
    await tabTo(page, named('Move label'))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Release v3' }).waitFor()
    await tabTo(page, ({ role }) => role === 'combobox')
    await page.keyboard.press('Enter')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await tabTo(page, named('Move prod here'))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waitUntilEqual(async () => (await focused(page)).name, 'Move label')
    const prod = async () =>
      bodyOf(await story.api.get('/prompt-templates?page=1&per_page=10&label=prod&name=triage'))
    await waitUntilEqual(async () => (await prod()).items[0].version, 3)
  })

  it('the log is one stop of Tab: arrows go through it, Enter opens, F6 goes into the panel and back', async () => {
    await page.goto('/requests')
    await page.locator('[data-request]').first().waitFor()
    await tabTo(page, ({ role }) => role === 'row')
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    const panel = page.getByRole('complementary', { name: /^Request \d/ })
    await panel.getByRole('tab', { name: 'Messages' }).waitFor()
    assert.equal((await focused(page)).role, 'row')
    await page.keyboard.press('F6')
    await tabTo(page, ({ role }) => role === 'tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await panel.getByRole('tab', { name: /^Variables/, selected: true }).waitFor()
    await page.keyboard.press('F6')
    assert.equal((await focused(page)).role, 'row')
    const first = await panel.getAttribute('aria-label')
    await page.keyboard.press('ArrowDown')
    await waitUntilEqual(async () => (await panel.getAttribute('aria-label')) !== first, true)
    await page.keyboard.press('End')
    await waitUntilEqual(() => page.locator('[role=row][aria-selected=true]').isVisible(), true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    assert.equal((await focused(page)).role, 'row')
    await page.keyboard.press('Tab')
    assert.notEqual((await focused(page)).role, 'row')
  })

  it('a sheet is run and stopped, and the grid has the focus again', async () => {
    await publishAnswer(story, 'asked')
    const sheet = await questionSheet(story, [['one', 'x']])
    await sheet.column('Answer', 'PROMPT_TEMPLATE', {
      template: { name: 'asked' },
      prompt_template_variable_mappings: { question: 'Question' },
    })
    await untilComputed(sheet)
    // The question changes, so that the run calls the model.
    story.fake.answerWith(() => ({ text: 'too late', pace: { first: 60_000 } }))
    const [question] = await sheet.columns()
    await sheet.write(0, question.id, { display_value: 'another' })
    await page.goto(`/tables/${sheet.table}`)
    await page.locator('[data-row="0"][data-column="0"]').getByText('another').waitFor()
    await tabTo(page, ({ role }) => role === 'grid')
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Run cells' })
    await dialog.waitFor()
    await waitUntilEqual(() => dialog.locator(':focus').count(), 1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await waitUntilEqual(async () => (await focused(page)).role, 'grid')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor()
    await page.getByRole('button', { name: /^Run \d+ cell/ }).waitFor()
    // Until the dialog has the focus, Enter would edit a cell.
    await waitUntilEqual(() => dialog.locator(':focus').count(), 1)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await waitUntilEqual(async () => (await focused(page)).role, 'grid')
    await tabTo(page, named('Stop'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    await waitUntilEqual(async () => (await focused(page)).name, 'Run')
  })

  it('a score card is opened, and a row’s evidence in it; closing gives the focus back', async () => {
    await page.goto(`/tables/${story.table}`)
    await page.getByText('Overall score').waitFor()
    await tabTo(page, named('Score card'))
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Score card' }).getByRole('tab').first().waitFor()
    await tabTo(page, ({ role, name }) => role === 'tab' && name === 'Result')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    // Until the rows of the panel are shown, Tab would go on to the rows of the grid.
    await page
      .getByRole('complementary', { name: 'Score card' })
      .getByText(/^Row \d+$/)
      .first()
      .waitFor()
    await tabTo(page, named(/^Row \d/))
    await page.keyboard.press('Enter')
    await page
      .getByRole('complementary', { name: 'Score card' })
      .getByText('Right category', { exact: true })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    assert.equal((await focused(page)).name, 'Score card')
  })

  it('a panel beside a sheet is closed by its button, and the grid has the focus again', async () => {
    await page.goto(`/tables/${story.table}`)
    await page.getByText('Overall score').waitFor()
    await tabTo(page, ({ role }) => role === 'grid')
    await page.keyboard.press('Space')
    await page.getByRole('complementary').waitFor()
    await page.keyboard.press('F6')
    await tabTo(page, named('Close'))
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await waitUntilEqual(async () => (await focused(page)).role, 'grid')
  })

  it('a refusal leaves the focus on its button, which sends one call at a time', async () => {
    const routes: Route[] = []
    await page.route('**/prompt-templates', (route) => void routes.push(route))
    await page.goto('/prompts/new?name=ticket-triage')
    await waitUntilEqual(async () => (await focused(page)).name, 'System message 1')
    await page.keyboard.type('Hello')
    await tabTo(page, named('Save version'))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save ticket-triage v1' })
    await dialog.getByRole('textbox', { name: 'What changed' }).waitFor()
    const create = dialog.getByRole('button', { name: 'Save version' })
    const isBusy = async () => (await create.getAttribute('aria-disabled')) === 'true'
    const askTwice = async () => {
      await page.keyboard.press('Enter')
      await waitUntilEqual(isBusy, true)
      await page.keyboard.press('Enter')
      await routes.at(-1)!.continue()
      await waitUntilEqual(isBusy, false)
    }
    await askTwice()
    await dialog.getByText('This name is already used by another prompt.').waitFor()
    await tabTo(page, named('Save version'))
    await askTwice()
    assert.equal((await focused(page)).name, 'Save version')
    assert.deepEqual(
      routes.map((route) => route.request().method()),
      ['POST', 'POST'],
    )
    await page.unroute('**/prompt-templates')
  })
})
