import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { copiedBy } from './wait-until-equal.ts'

const message = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] })
const tool = (name: string, description: string) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: {} } },
})
const format = (name: string) => ({
  type: 'json_schema',
  json_schema: { name, schema: { type: 'object', properties: {} } },
})

interface Version {
  readonly messages: readonly object[]
  readonly tools: readonly object[]
  readonly parameters: object
}

const versions: readonly Version[] = [
  {
    messages: [message('system', 'You help.'), message('user', 'The question: {question}')],
    tools: [tool('find_order', 'Finds an order.')],
    parameters: { temperature: 0.7, response_format: format('reply') },
  },
  {
    messages: [message('system', 'You help.'), message('user', 'Asked: {question}')],
    tools: [tool('find_order', 'Finds an order.')],
    parameters: { temperature: 0.7, response_format: format('reply') },
  },
  {
    messages: [
      message('system', 'You help.'),
      message('assistant', 'Good morning.'),
      message('user', 'The question: {question}'),
    ],
    tools: [tool('find_order', 'Finds an order by its number.'), tool('refund', 'Pays back.')],
    parameters: { temperature: 0.2, response_format: format('short_reply') },
  },
  {
    messages: [message('user', 'The question: {question}'), message('system', 'You help.')],
    tools: [],
    parameters: { temperature: 0.2 },
  },
]

describe('comparing two versions', () => {
  let app: TestApp
  let id: number
  const { openAt } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    for (const [index, { messages, tools, parameters }] of versions.entries()) {
      const { status, body } = await app.api.post('/rest/prompt-templates', {
        prompt_template: { prompt_name: 'desk' },
        prompt_version: {
          prompt_template: { type: 'chat', messages, tools },
          metadata: { model: { provider: 'openai', name: 'gpt-5', parameters } },
          commit_message: `Change ${index + 1}`,
        },
      })
      assert.ok(status < 300, JSON.stringify(body))
      id = body.id
    }
  })

  it('any two are chosen, and their changes are shown part by part', async () => {
    const page = await openAt(`/prompts/${id}`)
    await page.getByRole('button', { name: 'Compare two' }).click()
    assert.ok(await page.getByRole('button', { name: 'Choose two versions' }).isDisabled())
    await page.getByLabel('Compare v4').check()
    await page.getByLabel('Compare v3').check()
    // The third version replaces the first.
    await page.getByLabel('Compare v1').check()
    assert.ok(!(await page.getByLabel('Compare v4').isChecked()))
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Compare v1 with v3' }).click()
    await page.waitForURL(/base=1&v=3|v=3&.*base=1/)
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByText('1 added').waitFor()
    await messages
      .getByRole('region', { name: 'Assistant message 2 added' })
      .getByText('Good morning.')
      .waitFor()
    const untouched = messages.getByLabel('System message 1 unchanged')
    await untouched.getByText('System message').click()
    await untouched.getByText('You help.').waitFor()
    const table = page.getByRole('table', { name: 'Model and parameters' })
    await table.getByRole('row', { name: 'temperature 0.7 0.2' }).waitFor()
    const tools = page.getByRole('region', { name: 'Tools' })
    await tools.getByRole('region', { name: 'find_order 1 changed' }).waitFor()
    await tools.getByRole('region', { name: 'refund 2 added' }).waitFor()
    await page.getByRole('region', { name: 'Response format' }).getByText('short_').first().waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Split' }).click()
    await page.waitForURL(/mode=split/)
  })

  it('a copied link opens the same comparison, which counts removed and moved messages', async () => {
    const page = await openAt(`/prompts/${id}?tab=compare&base=3&v=4`)
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByText('1 removed, 1 moved').waitFor()
    await messages.getByRole('region', { name: 'Assistant message 2 removed' }).waitFor()
    await page
      .getByRole('region', { name: 'Tools' })
      .getByRole('region', { name: 'refund 2 removed' })
      .waitFor()
    const copied = await copiedBy(page, () => page.getByRole('button', { name: 'Copy link' }).click())
    await page.getByRole('button', { name: 'Swap the versions' }).click()
    await messages.getByText('1 added, 1 moved').waitFor()
    await page.goto(copied)
    await messages.getByText('1 removed, 1 moved').waitFor()
    await page.getByRole('button', { name: 'Try both' }).click()
    await page.getByRole('region', { name: 'Variant A' }).getByText('desk v3').waitFor()
    await page.getByRole('region', { name: 'Variant B' }).getByText('desk v4').waitFor()
    await page.goto(`/prompts/${id}?tab=compare&base=2&v=2`)
    await page.getByRole('heading', { name: 'No differences' }).waitFor()
  })
})
