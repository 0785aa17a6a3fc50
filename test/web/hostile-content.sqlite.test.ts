import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import type { TestApp } from '../kit/app.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { assertCalm, hostile, line, script, turned } from './hostile.ts'

const example = endpoints.logRequest.example.body!
const trace_id = 'd'.repeat(32)

const chatOf = (...texts: string[]) => ({
  type: 'chat',
  messages: texts.map((text) => ({ role: 'user', content: [{ type: 'text', text }] })),
})

describe('logged content', () => {
  let app: TestApp
  let id: number
  const { openAt } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    const odd = {
      ...example,
      provider: hostile,
      model: `${hostile} ${'m'.repeat(900)}`,
      function_name: hostile,
      input: {
        type: 'chat',
        messages: [
          ...chatOf(hostile, line).messages,
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: 'https://elsewhere.example/pixel.png' } },
              { type: 'image_url', image_url: { url: 'javascript:document.title="run"' } },
            ],
          },
          {
            role: 'assistant',
            content: [],
            tool_calls: [
              {
                id: hostile,
                type: 'function',
                function: { name: hostile, arguments: `{"a": "${script.replaceAll('"', '')}"}` },
              },
            ],
          },
        ],
      },
      tags: [hostile, 't'.repeat(500), '__proto__'],
      metadata: { [script]: hostile, long: line, ['k'.repeat(1_000)]: 'v', constructor: { a: [hostile] } },
      prompt_input_variables: { [turned]: hostile },
      error_type: 'PROVIDER_TIMEOUT',
      status: 'ERROR',
      error_message: hostile,
      request_start_time: new Date(Date.now() - 60_000).toISOString(),
      request_end_time: new Date(Date.now() - 59_000).toISOString(),
    }
    const reply = await app.api.post('/log-request', odd)
    assert.equal(reply.status, 200, JSON.stringify(reply.body).slice(0, 500))
    id = reply.body.id
    const [span] = endpoints.createSpans.example.body!.spans
    const spans = [
      {
        ...span,
        name: `${hostile} ${'n'.repeat(100_000)}`,
        context: { ...span!.context, trace_id },
        parent_id: null,
        attributes: { [script]: hostile, long: line, ['k'.repeat(2_000)]: turned },
      },
    ]
    const stored = await app.api.post('/spans-bulk', { spans })
    assert.equal(stored.status, 201, JSON.stringify(stored.body).slice(0, 500))
  })

  it('is text in the list, beside it and in every tab', async () => {
    const page = await openAt(
      `/requests?columns=${encodeURIComponent(JSON.stringify(['status', 'model', 'provider', 'function', 'tags', `metadata.${script}`, 'metadata.long']))}`,
    )
    await page.locator(`[data-request="${id}"]`).click()
    const peek = page.getByRole('complementary', { name: `Request ${id}` })
    await peek.getByText('document.title=`run`').first().waitFor()
    await assertCalm(page)
    await peek
      .getByRole('button', { name: /^Show more/ })
      .first()
      .click()
    await peek.getByText('elsewhere.example').waitFor()
    await assertCalm(page)
    await peek.getByRole('tab', { name: 'Raw' }).click()
    await peek.getByText('prompt_blueprint').first().waitFor()
    await assertCalm(page)
    await peek.getByRole('tab', { name: 'Metadata' }).click()
    await peek.getByText('constructor').waitFor()
    await assertCalm(page)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Filter', exact: true }).click()
    for (const part of ['tag', 'contains', '<img'])
      await page.keyboard.type(part).then(async () => {
        await page.getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
      })
    await page.getByRole('list', { name: 'Filters' }).waitFor()
    await assertCalm(page)
    await page.goto('/requests')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page
      .getByRole('menuitemcheckbox', { name: '__proto__' })
      .or(page.getByText('constructor'))
      .first()
      .waitFor()
    await assertCalm(page)
  })

  it('is text in the playground, in traces and in analytics', async () => {
    const page = await openAt(`/playground?request=${id}`)
    await page.getByRole('textbox', { name: /message 1$/ }).waitFor()
    await assertCalm(page)
    await page.goto(`/traces/${trace_id}`)
    await page.locator('[data-span]').first().click()
    await page
      .getByRole('complementary', { name: 'Span' })
      .getByRole('heading', { name: /Attributes/ })
      .waitFor()
    await assertCalm(page)
    for (const by of ['engine', 'provider_type', 'tags', 'metadata', 'tool_names']) {
      await page.goto(`/analytics?by=${by}`)
      await page.getByRole('region', { name: 'Breakdown' }).getByRole('table').waitFor()
      await assertCalm(page)
    }
    await page.goto('/analytics?part=costs')
    await page.getByRole('region', { name: 'Models without a price' }).waitFor()
    await assertCalm(page)
  })
})
