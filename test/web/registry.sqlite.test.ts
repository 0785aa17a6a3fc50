import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { endpoints } from '../../src/contract/index.ts'
import { logFrom } from '../journeys/support/requests.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { chooseModel } from './compose.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

const text = (value: string) => [{ type: 'text', text: value }]
const publication = (name: string, system: string, user: string, more: object = {}) => ({
  prompt_template: { prompt_name: name },
  prompt_version: {
    prompt_template: {
      type: 'chat',
      messages: [
        { role: 'system', content: text(system) },
        { role: 'user', content: text(user) },
      ],
    },
    metadata: { model: { provider: 'openai', name: 'gpt-5', parameters: { temperature: 0.2 } } },
  },
  ...more,
})

const editorOf = (page: Page, name: string) => page.getByRole('textbox', { name })

/** Appends text to the editor. */
async function write(page: Page, name: string, words: string) {
  await editorOf(page, name).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

async function save(page: Page, message: string) {
  await page.keyboard.press('Control+s')
  await page.getByLabel('What changed').fill(message)
  await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
}

describe('the registry', () => {
  let app: TestApp
  const { openAt, openTab } = startAppAndBrowser((started) => ({ app } = started))

  const publish = async (...args: Parameters<typeof publication>): Promise<number> => {
    const { status, body } = await app.api.post('/rest/prompt-templates', publication(...args))
    assert.ok(status < 300, JSON.stringify(body))
    return body.id
  }

  it('publish and promote: a prompt is made, changed, reviewed, released, and the release undone', async () => {
    const page = await openAt('/prompts')
    await page.getByRole('heading', { name: 'No prompts yet' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'New prompt' }).first().click()
    await page.getByLabel('Name').fill('support/reply')
    await page.getByRole('button', { name: 'Open editor' }).click()
    await page.getByRole('heading', { name: 'support/reply', exact: true }).waitFor()
    await page.getByText('Not saved yet').waitFor()
    await write(page, 'System message 1', 'You help {company}.')
    await write(page, 'User message 2', 'Answer {{"json": 1}} as {customer_name}')
    await page.getByLabel('Value of company').waitFor()
    await chooseModel(page, 'gpt-5')
    assert.equal((await app.api.get('/prompt-templates?page=1&per_page=10')).body.items.length, 0)
    await page.getByRole('link', { name: 'Prompts', exact: true }).click()
    await page.getByRole('button', { name: 'New prompt' }).first().click()
    await page.getByRole('button', { name: 'Open editor' }).click()
    await page.getByText('Write a name.').waitFor()
    await page.getByRole('region', { name: 'Unsaved drafts' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'support/reply' }).click()
    await page.getByText('You help {company}.').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog', { name: 'Save support/reply v1' }).waitFor()
    await page.getByLabel('What changed').fill('First words')
    await page.keyboard.press('Enter')
    await page.getByText('support/reply saved as v1').waitFor()
    assert.equal((await app.api.get('/prompt-templates/support%2Freply')).body.version, 1)
    await page.getByRole('navigation', { name: 'Releases' }).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('There are no changes to save.').waitFor()
    await page.getByRole('button', { name: 'Move label' }).click()
    await page.getByRole('dialog', { name: 'Release v1' }).waitFor()
    await page.getByRole('textbox', { name: 'Label' }).fill('prod')
    await page.getByRole('button', { name: 'Set label' }).click()
    await page.getByText('prod set to v1').waitFor()
    await write(page, 'System message 1', ' Be brief.')
    await save(page, 'Shorter')
    await page.getByText('v2 saved').waitFor()
    await page.getByRole('button', { name: 'Move label' }).click()
    await page.getByText('v1 → v2').waitFor()
    await page.getByRole('button', { name: 'Move prod here' }).click()
    await page.getByText('prod moved to v2').waitFor()
    const served = async () =>
      (await app.api.post('/prompt-templates/support%2Freply', { label: 'prod' })).body.version
    assert.equal(await served(), 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('prod moved back to v1').waitFor()
    assert.equal(await served(), 1)
    await page.getByRole('tab', { name: 'Compare' }).click()
    await page.getByRole('textbox', { name: 'Changes' }).waitFor()
    assert.match(page.url(), /tab=compare/)
    await page.getByRole('button', { name: 'Split' }).click()
    await page.getByLabel('After').waitFor()
    await page.getByRole('tab', { name: 'Code' }).click()
    await page.getByText('process.env.API_KEY').waitFor()
  })

  it('composes blocks, tool calls and a snippet that @@@ completes, by keyboard', async () => {
    const snippet = {
      prompt_template: { prompt_name: 'house style' },
      prompt_version: { prompt_template: { type: 'completion', content: text('Be kind.') } },
    }
    assert.equal((await app.api.post('/rest/prompt-templates', snippet)).status, 200)
    const id = await publish('composed', 'Start.', 'Question')
    const { page } = await openTab()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/prompts/${id}`)
    // The completion is loaded on focus; letters before that start no search.
    await editorOf(page, 'System message 1').click()
    await page.locator('[aria-label="System message 1"][aria-autocomplete=list]').waitFor()
    // Each letter starts a search, and Enter ignores an outdated list.
    const response = page.waitForResponse((response) => response.url().includes('name=hou&'))
    await write(page, 'System message 1', ' @@@hou')
    await response
    await page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)').waitFor()
    await page.getByRole('option', { name: 'house style' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Start. @@@house style@@@').waitFor()
    await page.getByRole('button', { name: 'Add to User message 2' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Image by address' }).press('Enter')
    await page
      .getByRole('textbox', { name: 'Image 2 of User message 2' })
      .fill('https://example.com/{picture}')
    await page.getByLabel('File for User message 2').setInputFiles({
      name: 'terms.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Terms'),
    })
    await page.getByText('terms.txt').waitFor()
    await page.getByRole('button', { name: 'Add message' }).click()
    await page.getByRole('combobox', { name: 'Role of message 3' }).click()
    await page.getByRole('option', { name: 'Assistant' }).click()
    await page.getByRole('button', { name: 'Tool call' }).click()
    await page.getByRole('textbox', { name: 'Tool of tool call 1 of message 3' }).fill('find_order')
    await page.getByRole('textbox', { name: 'Arguments of tool call 1 of message 3' }).fill('{"id": 1}')
    await assertAccessible(page)
    await page.getByLabel('Value of picture').waitFor()
    await save(page, 'blocks')
    await page.getByText('v2 saved').waitFor()
    const raw = await app.api.get(`/prompt-templates/${id}?resolve_snippets=false`)
    const [system, user, assistant] = raw.body.prompt_template.messages
    assert.equal(system.content[0].text, 'Start. @@@house style@@@')
    assert.equal(user.content[1].image_url.url, 'https://example.com/{picture}')
    assert.equal(user.content[2].media.url, 'data:text/plain;base64,VGVybXM=')
    assert.deepEqual(assistant.tool_calls[0].function, { name: 'find_order', arguments: '{"id": 1}' })
  })

  it('chooses a model by keyboard, warns of one that does not fit, and refuses an empty one', async () => {
    const id = await publish('modelled', 'Start.', 'Question')
    const page = await openAt(`/prompts/${id}`)
    await page.getByText('400K tokens · $1.25 in · $10.00 out').waitFor()
    await page.getByRole('combobox', { name: 'Model', exact: true }).press('Enter')
    await page.getByRole('group', { name: 'Used by prompts' }).waitFor()
    await page.getByRole('group', { name: 'Anthropic', exact: true }).waitFor()
    await assertAccessible(page)
    await page.keyboard.type('haiku-4-5')
    await page
      .getByRole('option', { name: /^claude-haiku-4-5 200K/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('200K tokens · $1.00 in · $5.00 out').waitFor()
    await chooseModel(page, 'gpt-4o', 'gpt-4o Anthropic')
    await page.getByText(/gpt-4o is a model of OpenAI .*, not of Anthropic/).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Control+s')
    await page
      .getByRole('dialog')
      .getByText(/gpt-4o is a model of OpenAI/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Use OpenAI' }).click()
    await page.getByText('128K tokens · $2.50 in · $10.00 out').waitFor()
    await chooseModel(page, 'our-model', 'our-model Custom provider')
    await page.getByText('No price: the cost of its requests stays unknown.').waitFor()
    await save(page, 'own model')
    await page.getByText('v2 saved').waitFor()
    const { metadata } = (await app.api.get(`/prompt-templates/${id}`)).body
    assert.deepEqual([metadata.model.provider, metadata.model.name], ['custom', 'our-model'])
    await page.getByRole('button', { name: 'Remove model' }).click()
    await page.getByText('No model: applications that read this prompt choose one.').waitFor()
    await page.waitForFunction(
      (prompt) =>
        Object.keys(localStorage).some((name) => name.startsWith('draft:') && name.includes(`:${prompt}:`)),
      id,
    )
    // Another tab makes a draft of an earlier release, because this tab saves its own draft when it is left.
    const other = await page.context().newPage()
    await other.goto('/prompts')
    await other.evaluate((prompt) => {
      const key = Object.keys(localStorage).find(
        (name) => name.startsWith('draft:') && name.includes(`:${prompt}:`),
      )!
      const draft = JSON.parse(localStorage.getItem(key)!)
      const model = { provider: 'openai', name: '', parameters: {} }
      localStorage.setItem(key, JSON.stringify({ ...draft, metadata: { ...draft.metadata, model } }))
    }, id)
    await other.goto(`/prompts/${id}`)
    await other.getByText('A version without the name of its model cannot be saved.').waitFor()
    await other.keyboard.press('Control+s')
    await other.getByRole('heading', { name: 'Not saved. Choose a model, or remove it.' }).waitFor()
  })

  it('offers to undo a discarded draft, and says why bad JSON is not saved', async () => {
    const id = await publish('careful', 'Start.', 'Question')
    const { page } = await openTab()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/prompts/${id}`)
    await write(page, 'System message 1', ' Mine.')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Discard changes' }).click()
    await page.getByText('Start. Mine.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Start. Mine.').waitFor()
    await page.getByRole('button', { name: 'Ask for JSON' }).click()
    await page.getByRole('group', { name: 'View of Response format' }).getByText('JSON').click()
    await editorOf(page, 'Response format').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(',')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Not saved. The response format is not valid JSON.' }).waitFor()
    await assertAccessible(page)
    assert.equal((await app.api.get(`/prompt-templates/${id}`)).body.version, 1)
  })

  it('merge two edits: the person resolves conflicts, other changes are applied', async () => {
    const id = await publish('two hands', 'Start.', 'Question')
    const { page } = await openTab({ theme: 'dark', expects: /status of 409/ })
    // The editor gets no event of the other version, so its save is refused.
    await page.route('**/api/public/v2/events*', () => {})
    await page.goto(`/prompts/${id}`)
    await write(page, 'System message 1', ' Mine.')
    await publish('two hands', 'Start. Theirs.', 'Question, theirs')
    await page.keyboard.press('Control+s')
    await page.getByLabel('What changed').fill('mine')
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await page.getByRole('dialog', { name: 'Merge with v2' }).waitFor()
    await page.getByText('Both changed message 1').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Theirs for message 1').check()
    await page.getByLabel('Yours for message 1').check()
    await page.getByRole('button', { name: 'Use merged version' }).click()
    await page.getByText('Question, theirs').waitFor()
    await page.getByText('Start. Mine.').waitFor()
    await save(page, 'both')
    await page.getByText('v3 saved').waitFor()
    const { body } = await app.api.get(`/prompt-templates/${id}`)
    assert.deepEqual(
      body.prompt_template.messages.map(
        (message: { content: { text: string }[] }) => message.content[0]!.text,
      ),
      ['Start. Mine.', 'Question, theirs'],
    )
  })

  it('reports at once that another person has saved, and merges in time', async () => {
    const id = await publish('three hands', 'Start.', 'Question')
    const page = await openAt(`/prompts/${id}`)
    await write(page, 'System message 1', ' Mine.')
    await publish('three hands', 'Start. Theirs.', 'Question, theirs')
    await page.getByRole('status').filter({ hasText: 'v2' }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog', { name: 'Merge with v2' }).waitFor()
  })

  it('shows usage by version over any time, leads to the log, and keeps name and external IDs in Settings', async () => {
    const id = await publish('called', 'Start.', 'Question')
    const start = Date.now() - 3_600_000
    const request = {
      ...endpoints.logRequest.example.body!,
      prompt_name: 'called',
      prompt_version_number: 1,
      request_start_time: new Date(start).toISOString(),
      request_end_time: new Date(start + 2_000).toISOString(),
    }
    const logged = await app.api.post('/log-request', request)
    assert.equal(logged.status, 200, JSON.stringify(logged.body))
    await app.api.post('/log-request', {
      ...request,
      model: 'no-such-model',
      status: 'ERROR',
      error_type: 'UNKNOWN_ERROR',
    })
    await app.api.post('/rest/track-score', { request_id: logged.body.id, score: 70 })
    const folder = (await app.api.post('/api/public/v2/folders', { name: 'Mail' })).body.folder.id
    const entities = [{ id, type: 'PROMPT' }]
    await app.api.post('/api/public/v2/folders/entities', { entities, folder_id: folder })
    await logFrom(app, 'playground', { prompt_id: id, prompt_version_number: 1 })
    const page = await openAt('/prompts', { expects: /status of (409|404)/ })
    // Two requests of production, and the mean score.
    await page.getByRole('row', { name: /called .*gpt-5 2 70/ }).waitFor()
    await page.goto(`/prompts/${id}`)
    await page.getByText('2 requests').first().waitFor()
    await page.getByRole('tab', { name: 'Usage' }).click()
    await page.getByRole('row', { name: /^v1 2 50% .*1 without a price 2 s 2 s 42 10 70$/ }).waitFor()
    await page.getByRole('region', { name: 'Latency p95' }).waitFor()
    await page.getByRole('button', { name: 'By label' }).click()
    await page.getByRole('row', { name: /^No label 2/ }).waitFor()
    await page.getByRole('button', { name: 'By version' }).click()
    await page.getByRole('link', { name: 'v1', exact: true }).click()
    await page.waitForURL(/\/requests\?.*prompt_version_number/)
    await page.locator(`[data-request="${logged.body.id}"]`).waitFor()
    await page.goBack()
    await page.getByRole('tab', { name: 'Evaluations' }).click()
    await page.getByRole('heading', { name: 'No evaluations of this prompt yet' }).waitFor()
    await assertAccessible(page)
    const { table, default_sheet } = (await app.api.post('/api/public/v2/tables', { title: 'Greetings' }))
      .body
    const columns = `/api/public/v2/tables/${table.id}/sheets/${default_sheet.id}/columns`
    const config = { template: { id }, prompt_template_variable_mappings: {} }
    const column = { title: 'answer', type: 'PROMPT_TEMPLATE', config }
    assert.equal((await app.api.post(columns, column)).status, 200)
    const running = page.getByRole('navigation', { name: 'Tables with this prompt' })
    await running.getByRole('link', { name: 'Greetings' }).waitFor()
    await assertAccessible(page)
    const address = page.url()
    await running.getByRole('link', { name: 'New table' }).click()
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.waitForURL(/\/tables\/[0-9a-f-]+/)
    await page.goto(address)
    await running.getByRole('link', { name: 'Greetings' }).waitFor()
    await waitUntilEqual(() => running.getByRole('link').count(), 3)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('System', { exact: true }).fill('crm')
    await page.getByLabel('External ID', { exact: true }).fill('greeting-7')
    await page.getByRole('button', { name: 'Attach' }).click()
    await page.getByText('greeting-7').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Detach crm greeting-7' }).click()
    await page.getByText('No external IDs yet.').waitFor()
    await publish('taken', 'Start.', 'Question')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('taken')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('Another template has this name.').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('called anew')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'called anew', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Delete prompt' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('called anew')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/\/prompts$/)
    assert.equal((await app.api.get(`/prompt-templates/${id}`)).status, 404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('called anew restored').waitFor()
    const { prompts } = (await app.api.get('/api/public/v2/prompts?name=called anew')).body
    assert.deepEqual([prompts[0].id, prompts[0].folder_id], [id, folder])
  })

  it('keeps a draft through a reload, and discards it on request', async () => {
    const id = await publish('drafty', 'Start.', 'Question')
    const { page } = await openTab({ expects: /./ })
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(`/prompts/${id}`)
    await write(page, 'User message 2', ' and more')
    await page.getByText('Unsaved changes').waitFor()
    await page.reload()
    await page.getByText('Question and more').waitFor()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Discard changes' }).click()
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    await waitUntilEqual(() => editorOf(page, 'User message 2').textContent(), 'Question')
  })

  it('keeps the draft of one tab when another tab of the prompt, without changes, is left', async () => {
    const id = await publish('two tabs', 'Start.', 'Question')
    const { page } = await openTab({ expects: /./ })
    await page.goto(`/prompts/${id}`)
    await page.getByText('Question').waitFor()
    const other = await page.context().newPage()
    other.on('dialog', (dialog) => dialog.accept())
    await other.goto(`/prompts/${id}`)
    await write(other, 'User message 2', ' and more')
    await other.getByText('Unsaved changes').waitFor()
    await waitUntilEqual(
      () => other.evaluate(() => Object.values(localStorage).some((text) => text.includes('and more'))),
      true,
    )
    await other.close()
    await page.goto('/prompts')
    await page.goto(`/prompts/${id}`)
    await page.getByText('Question and more').waitFor()
  })

  it('shows the draft of one tab in another tab of the prompt', async () => {
    const id = await publish('shared draft', 'Start.', 'Question')
    const { page } = await openTab({ expects: /./ })
    await page.goto(`/prompts/${id}`)
    await page.getByText('Question').waitFor()
    const other = await page.context().newPage()
    other.on('dialog', (dialog) => dialog.accept())
    await other.goto(`/prompts/${id}`)
    await write(other, 'User message 2', ' and more')
    await page.getByText('Unsaved changes').waitFor()
    await waitUntilEqual(() => editorOf(page, 'User message 2').textContent(), 'Question and more')
    await write(page, 'User message 2', ' of it')
    await waitUntilEqual(() => editorOf(other, 'User message 2').textContent(), 'Question and more of it')
    await other.getByRole('button', { name: 'More', exact: true }).click()
    await other.getByRole('menuitem', { name: 'Discard changes' }).click()
    await waitUntilEqual(() => editorOf(page, 'User message 2').textContent(), 'Question')
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    await other.close()
  })

  it('keeps a draft that is too large for the browser while the tab is open, and says so', async () => {
    const id = await publish('heavy', 'Start.', 'Look')
    const page = await openAt(`/prompts/${id}`)
    for (const name of ['one.pdf', 'two.pdf']) {
      await page.getByRole('button', { name: 'Add to User message 2' }).click()
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('menuitem', { name: 'Image or file from this computer' }).click()
      const file = { name, mimeType: 'application/pdf', buffer: Buffer.alloc(2_700_000) }
      await (await chooser).setFiles(file)
      await page.getByText(name).waitFor()
    }
    await page.getByRole('heading', { name: /too large for this browser to keep/ }).waitFor()
    const navigation = page.getByRole('navigation', { name: 'Galley' })
    await navigation.getByRole('link', { name: 'Prompts' }).click()
    await page.getByRole('link', { name: 'heavy' }).click()
    await page.getByText('two.pdf').waitFor()
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    // One file fits, so that the browser keeps the draft again.
    await page.getByRole('button', { name: /^Remove File 3/ }).click()
    await waitUntilEqual(
      () => page.evaluate((part) => Object.keys(localStorage).some((key) => key.includes(part)), `:${id}:`),
      true,
    )
  })

  it('shows an old version as one, and restores it', async () => {
    const id = await publish('history', 'One.', 'Q')
    await publish('history', 'Two.', 'Q')
    const page = await openAt(`/prompts/${id}?v=1`, { expects: /./ })
    await page.getByText('You are viewing v1; the latest is v2.').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Restore as new version' }).click()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByText('One.').waitFor()
    await save(page, 'back')
    await page.getByText('v3 saved').waitFor()
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(`/prompts/${id}?v=99`)
    await page.getByText('There is no version 99').first().waitFor()
    await page.getByText('One.').waitFor()
  })

  it('orders messages, changes roles, adds tools and a response format that must parse', async () => {
    const id = await publish('parts', 'One.', 'Two.')
    const page = await openAt(`/prompts/${id}`)
    await page.getByRole('button', { name: 'Move message 2 up' }).click()
    await page.getByRole('region', { name: 'User message 1' }).getByText('Two.').waitFor()
    await page.getByRole('combobox', { name: 'Role of message 2' }).click()
    await assertAccessible(page)
    await page.getByRole('option', { name: 'Developer' }).click()
    await page.getByRole('region', { name: 'Developer message 2' }).getByText('One.').waitFor()
    // Without tools of the workspace there is nothing to choose from.
    await page.getByRole('button', { name: 'Add tool' }).click()
    await page.getByRole('textbox', { name: 'Name of tool 1' }).waitFor()
    await page.getByRole('button', { name: 'Ask for JSON' }).click()
    await page.getByRole('group', { name: 'View of Response format' }).getByText('JSON').click()
    await write(page, 'Response format', ',')
    await page.getByRole('alert').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Not saved. The response format is not valid JSON.' }).waitFor()
    await page.keyboard.press('Backspace')
    await save(page, 'parts')
    await page.getByText('v2 saved').waitFor()
    const { body } = await app.api.get(`/prompt-templates/${id}`)
    assert.deepEqual(
      body.prompt_template.messages.map(({ role }: { role: string }) => role),
      ['user', 'developer'],
    )
    assert.equal(body.prompt_template.tools[0].function.name, 'new_tool')
    assert.equal(body.metadata.model.parameters.response_format.type, 'json_schema')
  })

  it('builds a tool and an answer from rows beside their JSON, and copies a tool of the workspace', async () => {
    const definition = { ...endpoints.createTool.example.body, name: 'find_customer' }
    assert.equal((await app.api.post('/api/public/v2/tool-registry', definition)).status, 201)
    const id = await publish('built', 'One.', 'Two.')
    const { page } = await openTab()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const pick = async (select: string, option: string) => {
      await page.getByRole('combobox', { name: select, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await page.goto(`/prompts/${id}`)
    await page.getByRole('button', { name: 'Add tool' }).click()
    await page.getByRole('menuitem', { name: 'New function' }).click()
    await field('Name of tool 1').fill('find order')
    await page.getByText('Use letters, digits, underscores and hyphens').waitFor()
    await field('Name of tool 1').fill('find_order')
    await page.getByRole('button', { name: 'Add parameter to find_order' }).click()
    await field('Name of find_order.parameter').fill('state')
    await field('Description of find_order.state').fill('Where it is')
    await field('Allowed values of find_order.state').fill('open, shipped')
    await page.getByRole('checkbox', { name: 'Required' }).check()
    await page.getByRole('button', { name: 'Add parameter to find_order', exact: true }).click()
    await field('Name of find_order.parameter').fill('state')
    await page.getByText('This name is taken.').waitFor()
    await field('Name of find_order.parameter').fill('lines')
    await pick('Type of find_order.lines', 'array')
    await pick('Type of items of find_order.lines', 'object')
    await page.getByRole('button', { name: 'Add parameter to items of find_order.lines' }).click()
    await pick('Type of items of find_order.lines.parameter', 'integer')
    await assertAccessible(page)
    await page.getByRole('group', { name: 'View of Definition of tool 1' }).getByText('JSON').click()
    await page.getByText('"enum"').waitFor()
    await page.getByRole('button', { name: 'Add tool' }).click()
    await page.getByRole('menuitem', { name: 'find_customer' }).click()
    await page
      .getByRole('region', { name: 'Tool 2' })
      .getByText('Finds a customer by e-mail address')
      .waitFor()
    await page.getByRole('button', { name: 'Edit as a copy' }).click()
    await field('Name of tool 2').fill('find_person')
    await page.getByRole('button', { name: 'Ask for JSON' }).click()
    await page.getByRole('button', { name: 'Add field to answer' }).click()
    await field('Name of answer.field').fill('reply')
    await save(page, 'built')
    await page.getByText('v2 saved').waitFor()
    const { prompt_template, metadata } = (await app.api.get(`/prompt-templates/${id}`)).body
    const lines = {
      type: 'array',
      items: { type: 'object', properties: { parameter: { type: 'integer' } }, required: [] },
    }
    const state = { type: 'string', description: 'Where it is', enum: ['open', 'shipped'] }
    const [built, copied] = prompt_template.tools
    assert.deepEqual(built.function.parameters, {
      type: 'object',
      properties: { state, lines },
      required: ['state'],
    })
    assert.deepEqual([copied.type, copied.function.name], ['function', 'find_person'])
    assert.deepEqual(metadata.model.parameters.response_format.json_schema.schema, {
      type: 'object',
      properties: { reply: { type: 'string' } },
      required: ['reply'],
      additionalProperties: false,
    })
    await page.getByRole('group', { name: 'View of Response format' }).getByText('JSON').click()
    await editorOf(page, 'Response format').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(
      '{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object","properties":{"x":{"anyOf":[]}}}}}',
    )
    await page.getByText('The builder cannot show this: x has anyOf. Edit the JSON.').waitFor()
    await assertAccessible(page)
  })

  it('finds, sorts, files and moves prompts; the address holds search, order and folder', async () => {
    const page = await openAt('/prompts', { theme: 'dark' })
    await page.getByRole('link', { name: 'parts' }).waitFor()
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByLabel('Name').fill('Support')
    await page.getByRole('button', { name: 'Create folder' }).click()
    await page.getByRole('heading', { name: 'No prompts in this folder' }).waitFor()
    await page.getByRole('link', { name: 'All prompts' }).click()
    await page.getByLabel('Select parts').waitFor()
    await page.getByLabel('Select all').check()
    await waitUntilEqual(
      async () => (await page.getByText(/^\d+ selected$/).textContent())?.split(' ')[0],
      String((await page.getByRole('row').count()) - 1),
    )
    await page.getByLabel('Select all').uncheck()
    await page.getByLabel('Select parts').check()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await assertAccessible(page)
    await page.getByRole('menuitem', { name: 'Support' }).click()
    await page.getByText('1 moved').waitFor()
    await page.getByRole('link', { name: 'Support', exact: true }).click()
    await page.getByRole('link', { name: 'parts' }).waitFor()
    // The previous list contains this prompt too and stays until the folder's list has loaded.
    await waitUntilEqual(() => page.getByRole('row').count(), 2)
    await page.getByLabel('Select parts').check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByLabel('Write “parts” to continue').fill('parts')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No prompts in this folder' }).waitFor()
    await page.getByRole('dialog', { name: '1 deleted' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'parts' }).waitFor()
    await page.getByRole('link', { name: 'All prompts' }).click()
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await page.waitForURL(/sort=name&order=asc/)
    await page.keyboard.press('/')
    await page.keyboard.type('hist')
    await page.waitForURL(/find=hist/)
    await page.getByRole('link', { name: 'parts' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Prompts', exact: true }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'history', level: 1 }).waitFor()
  })

  it('moves folders, and deletes them with or without what is inside', async () => {
    const { api } = app
    const folder = async (name: string, parent_id: number | null = null) =>
      (await api.post('/api/public/v2/folders', { name, parent_id })).body.folder.id as number
    const [teams, mail] = [await folder('Teams'), await folder('Mail of old')]
    await folder('Drafts', mail)
    const id = await publish('in a folder', 'One.', 'Two.')
    await api.post('/api/public/v2/folders/entities', { entities: [{ id, type: 'PROMPT' }], folder_id: mail })
    const page = await openAt(`/prompts?folder=${mail}`)
    await page.getByRole('link', { name: 'in a folder' }).waitFor()
    const tree = page.getByRole('navigation', { name: 'Folders' })
    const choose = async (name: string, task: string) => {
      await tree.getByRole('link', { name, exact: true }).hover()
      await tree.getByRole('button', { name: `Folder ${name}` }).click()
      await page.getByRole('menuitem', { name: task, exact: true }).click()
    }
    const dialog = page.getByRole('dialog')
    await choose('Mail of old', 'Move')
    assert.ok(!(await dialog.getByLabel('Into').textContent())?.includes('Mail of old'))
    await dialog.getByLabel('Into').selectOption('Teams')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await tree
      .getByRole('listitem')
      .filter({ hasText: 'Mail of old' })
      .and(page.locator('[aria-level="2"]'))
      .waitFor()

    await choose('Mail of old', 'Delete')
    await dialog.getByText('It holds 1 folder, 1 prompt.').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.waitForURL(new RegExp(`folder=${teams}`))
    await page.getByRole('link', { name: 'in a folder' }).waitFor()

    await choose('Teams', 'Delete')
    await dialog.getByText('It holds 1 folder, 1 prompt.').waitFor()
    await dialog.getByRole('combobox', { name: 'Contents' }).click()
    await page.getByRole('option', { name: 'Delete too' }).click()
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
    assert.ok(await confirm.isDisabled())
    await dialog.getByLabel('Write “Teams” to continue').fill('Teams')
    await confirm.click()
    await page.getByText('Teams deleted').waitFor()
    await tree.getByRole('link', { name: 'All prompts' }).waitFor()
    await tree.getByRole('link', { name: 'Teams', exact: true }).waitFor({ state: 'detached' })
    assert.equal((await api.get(`/prompt-templates/${id}`)).status, 404)
  })

  it('shows the position of a Jinja2 syntax error, and finds the names of a valid text', async () => {
    const id = await publish('jinja', 'One.', 'Two.')
    const page = await openAt(`/prompts/${id}`, { theme: 'dark' })
    await page.getByRole('combobox', { name: 'Format of message 1' }).click()
    await page.getByRole('option', { name: 'Jinja2' }).click()
    await write(page, 'System message 1', ' {% if rich %}')
    await page.getByRole('alert').waitFor()
    await assertAccessible(page)
    await write(page, 'System message 1', 'x{% endif %}')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByLabel('Value of rich').waitFor()
  })

  it('shows expanded snippets, and hostile text as text', async () => {
    await app.api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name: 'tone' },
      prompt_version: { prompt_template: { type: 'completion', content: text('Be <b>kind</b>.') } },
    })
    const hostile = '<img src=x onerror="document.title=1">\u202Eevil @@@tone@@@'
    const id = await publish('hostile <script>alert(1)</script>', hostile, 'Q')
    const page = await openAt(`/prompts/${id}`)
    await page.getByText('@@@tone@@@').hover()
    await page.locator('.cm-tooltip').getByText('Be <b>kind</b>.').waitFor()
    await page.getByRole('switch', { name: 'Show the text of snippets' }).click()
    await page.getByLabel('Resolved text').getByText('Be <b>kind</b>.').waitFor()
    await assertAccessible(page)
    assert.match(await page.title(), / · Galley$/)
  })

  it('finds one of many versions, and compares versions of any age', async () => {
    const versions = 52
    for (let version = 1; version <= versions; version++)
      await publish('many', `Greet, revision ${version}.`, '{name}', {
        ...(version === 7 && { release_labels: ['launch'] }),
      })
    const id = await publish('many', 'The last one.', '{name}')
    const { page } = await openTab()
    await page.goto(`/prompts/${id}`)
    const list = page.getByRole('region', { name: 'Versions' })
    await list.getByRole('link', { name: /^v53/ }).waitFor()
    await list.getByLabel('Find a version').fill('launch')
    await waitUntilEqual(() => list.getByRole('listitem').count(), 1)
    await list.getByRole('link', { name: /^v7/ }).click()
    await page.getByText('You are viewing v7; the latest is v53.').waitFor()
    await list.getByLabel('Find a version').fill('nothing such')
    await list.getByText('No version matches.').waitFor()
    await assertAccessible(page)
    await page.goto(`/prompts/${id}?tab=compare`)
    await page.getByRole('combobox', { name: 'From version' }).click()
    await page.getByRole('option', { name: 'v1', exact: true }).click()
    await page.getByText('Greet, revision 1.').waitFor()
  })
})
