import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { gpt, type RunWorld } from '../journeys/support/running.ts'
import { chat, user } from '../journeys/support/templates.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { compose } from './compose.ts'
import { undo } from './locators.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the composer', () => {
  let world: RunWorld
  const { openAt } = startWorldAndBrowser((started) => ({ world } = started))

  const open = async (name: string, ...texts: readonly string[]) => {
    const prompt_version = { prompt_template: chat(...texts.map(user)), metadata: gpt() }
    const published = { prompt_template: { prompt_name: name }, prompt_version }
    const { body } = await world.api.post('/rest/prompt-templates', published)
    const page = await openAt(`/prompts/${body.id}`)
    await page.getByRole('region', { name: 'User message 1' }).waitFor()
    return { page }
  }
  const messages = (page: Page) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('.cm-content')].map((editor) => editor.ariaLabel + ': ' + editor.textContent)`,
    )
  const typeAfterBrace = async (page: Page, message: string, text: string, option: string) => {
    const editor = page.getByRole('textbox', { name: message })
    await editor.click()
    await page.locator(`[aria-label="${message}"][aria-autocomplete=list]`).waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(text)
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('restores a removed message, block and role, and keeps later changes', async () => {
    const { page } = await open('removed', 'One.', 'Two.', 'Three.')
    await page.getByRole('button', { name: 'Delete message 2' }).click()
    await compose(page.locator('body'), 'User message 2', 'Third.')
    await undo(page, 'Message 2 removed')
    await waitUntilEqual(
      () => messages(page),
      ['User message 1: One.', 'User message 2: Two.', 'User message 3: Third.'],
    )
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)

    await page.getByRole('button', { name: 'Add to User message 1' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Image by address' }).press('Enter')
    const image = page.getByRole('textbox', { name: 'Image 2 of User message 1' })
    await image.fill('https://example.com/tent.png')
    await page.getByRole('button', { name: 'Remove Image 2 of User message 1' }).click()
    await undo(page, 'Image removed')
    assert.equal(await image.inputValue(), 'https://example.com/tent.png')

    await page.getByRole('combobox', { name: 'Role of message 3' }).click()
    await page.getByRole('option', { name: 'Placeholder' }).click()
    await undo(page, 'Parts of message 3 removed')
    await page.getByRole('region', { name: 'User message 3' }).getByText('Third.').waitFor()
  })

  it('restores the schema of a parameter or an answer whose type was changed', async () => {
    const { page } = await open('types', 'One.')
    const pick = async (field: string, option: string) => {
      await page.getByRole('combobox', { name: field, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await page.getByRole('button', { name: 'Ask for JSON' }).click()
    await page.getByRole('button', { name: 'Add field to answer' }).click()
    await page.keyboard.type('state')
    await pick('Type of answer.state', 'integer')
    await pick('Type of answer.state', 'string')
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'nothing was lost')
    const allowed = page.getByRole('textbox', { name: 'Allowed values of answer.state' })
    await allowed.fill('open, shipped')
    await pick('Type of answer.state', 'object')
    await undo(page, 'answer.state is now object')
    assert.equal(await allowed.inputValue(), 'open, shipped')
    await pick('Kind of response format', 'Any JSON object')
    await undo(page, 'Schema removed')
    assert.equal(await allowed.inputValue(), 'open, shipped')
  })

  it('keeps all digits of the numbers in JSON', async () => {
    const { page } = await open('digits', 'One.')
    await page.getByRole('button', { name: 'Ask for JSON' }).click()
    await page.getByRole('button', { name: 'JSON', exact: true }).last().click()
    const editor = page.locator('.cm-content[aria-label="Response format"]')
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(
      '{"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "integer", "const": 12345678901234567890}}}',
    )
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await page.getByText('v2 saved').waitFor()
    const text = await page.evaluate<string>(
      `fetch('/prompt-templates/' + location.pathname.split('/').at(-1)).then((answer) => answer.text())`,
    )
    assert.match(text, /12345678901234567890/)
  })

  it('moves a message by dragging it, and no message when a file is dropped', async () => {
    const { page } = await open('dragged', 'One.', 'Two.')
    const picture = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array([137, 80, 78, 71])], 'tent.png', { type: 'image/png' }))
      return data
    })()`)
    await page
      .getByRole('textbox', { name: 'User message 2' })
      .dispatchEvent('drop', { dataTransfer: picture })
    await page.getByRole('img', { name: 'Image 2 of User message 2' }).waitFor()
    await waitUntilEqual(() => messages(page), ['User message 1: One.', 'User message 2: Two.'])
    const second = page.getByRole('region', { name: 'User message 2' })
    await second.getByTitle('Drag to move').dragTo(page.getByRole('region', { name: 'User message 1' }))
    await waitUntilEqual(() => messages(page), ['User message 1: Two.', 'User message 2: One.'])
  })

  it('completes names of variables in both text languages, and closes their braces', async () => {
    const { page } = await open('completed', 'Dear {guest}', 'Yours')
    await typeAfterBrace(page, 'User message 2', ' {gu', 'guest')
    await waitUntilEqual(
      () => messages(page),
      ['User message 1: Dear {guest}', 'User message 2: Yours {guest}'],
    )
    await page.getByRole('combobox', { name: 'Format of message 2' }).click()
    await page.getByRole('option', { name: 'Jinja2' }).click()
    await compose(page.locator('body'), 'User message 2', 'Yours')
    await typeAfterBrace(page, 'User message 2', ' {{gu', 'guest')
    await waitUntilEqual(
      () => messages(page),
      ['User message 1: Dear {guest}', 'User message 2: Yours {{ guest }}'],
    )
  })

  it('runs a media variable with chosen files, which are removed one by one', async () => {
    const picture = { type: 'media_variable', name: 'picture' }
    const template = chat({ role: 'user', content: [{ type: 'text', text: 'What is it?' }, picture] })
    const prompt_version = { prompt_template: template, metadata: gpt() }
    const published = { prompt_template: { prompt_name: 'pictures' }, prompt_version }
    const { body } = await world.api.post('/rest/prompt-templates', published)
    const page = await openAt(`/prompts/${body.id}?run=true`)
    const drawer = page.getByRole('region', { name: 'Run', exact: true })
    const png = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
    await drawer
      .getByLabel('Files for picture', { exact: true })
      .setInputFiles([png('tent.png'), png('stove.png')])
    const files = drawer.getByRole('list', { name: 'Files in picture' }).getByRole('listitem')
    await waitUntilEqual(() => files.count(), 2)
    await drawer.getByRole('button', { name: 'Remove file 2 of picture' }).click()
    await waitUntilEqual(() => files.count(), 1)
    await assertAccessible(page)
    await page.keyboard.press('Control+Enter')
    await drawer.getByText('tokens').waitFor()
    const [, part] = world.openAi.lastCall().body.messages[0].content
    assert.equal(part.image_url.url, `data:image/png;base64,${pixel}`)
  })
})
