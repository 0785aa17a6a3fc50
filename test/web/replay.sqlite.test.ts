import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { logCall } from '../journeys/support/requests.ts'
import type { RunWorld } from '../journeys/support/running.ts'
import { chat, message, model, publish, read, user } from '../journeys/support/templates.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'

const failedCall = new URL(
  '../journeys/recordings/frameworks/pydantic-ai-2.68.0-failed-call.json',
  import.meta.url,
)

describe('replaying a request', () => {
  let world: RunWorld
  const { openAt, openPage } = startWorldAndBrowser((started) => ({ world } = started))

  it('finds the slowest call and repeats it', async () => {
    const start = Date.now() - 3_600_000
    const times = (latency: number) => ({ request_start_time: start, request_end_time: start + latency })
    for (let index = 0; index < 10; index++) await world.api.post('/log-request', logCall(times(300)))
    const input = chat(
      message('system', 'You answer in one word.'),
      user('An earlier question'),
      message('assistant', 'An earlier answer'),
      user('Why is {order} slow?'),
    )
    await world.api.post('/log-request', logCall({ ...times(7_000), input }))
    const parameters = { temperature: 0.5, stream: true, stream_options: { include_usage: true } }
    const { id } = (await world.api.post('/log-request', logCall({ ...times(9_000), input, parameters })))
      .body
    const { page, complaints } = await openPage()
    await page.goto('/requests')
    await page.getByRole('button', { name: 'Slow', exact: true }).click()
    await page.getByText('Latency ≥ 5 s').waitFor()
    await page.locator('[data-request]').nth(2).waitFor({ state: 'detached' })
    // The list may be empty between the former and the next results, and keys would do nothing.
    await page.locator('[data-request]').nth(1).waitFor()
    await page.keyboard.press('j')
    const peek = page.getByRole('complementary', { name: `Request ${id}` })
    await peek.getByText('Why is {order} slow?').waitFor()
    await peek.getByRole('link', { name: 'Open in playground' }).click()
    const variant = page.getByRole('region', { name: 'Variant A' })
    for (const words of ['You answer in one word.', 'An earlier question', 'An earlier answer'])
      await variant.getByText(words).waitFor()
    await variant.getByText('Why is {order} slow?').waitFor()
    await variant.getByRole('combobox', { name: 'Model', exact: true }).getByText('gpt-4o-mini').waitFor()
    await variant.getByText('temperature').waitFor()
    assert.equal(await variant.getByText('stream').count(), 0)
    await page.keyboard.press('Control+Enter')
    await page.getByText('You said: Why is {order} slow?').waitFor()
    const sent = world.openAi.calls.at(-1)!.body as { messages: { role: string; content: unknown }[] }
    assert.deepEqual(
      sent.messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    )
    assert.match(JSON.stringify(sent.messages), /Why is \{order\} slow\?/)
    assert.deepEqual(complaints, [])
  })

  it('repeats a failed call without messages with those of its agent', async () => {
    await world.api.post('/v1/traces', JSON.parse(readFileSync(failedCall, 'utf8')).traces)
    const page = await openAt('/sessions/chat-42')
    const failed = page.getByRole('listitem').filter({ hasText: 'And tomorrow?' })
    await failed.getByText(/Overloaded/).waitFor()
    await failed.getByRole('link', { name: 'turn' }).click()
    const span = page.getByRole('complementary', { name: 'Span' })
    await span.getByText('This call has no messages of its own.').waitFor()
    await span.getByRole('article').filter({ hasText: 'And tomorrow?' }).waitFor()
    await span.getByRole('link', { name: 'invoke_agent Desk' }).click()
    await span.getByRole('heading', { name: 'invoke_agent Desk' }).waitFor()
    await span.getByRole('article').filter({ hasText: 'And tomorrow?' }).waitFor()
    await page.getByRole('row', { name: /^(Error )?chat/ }).click()
    await span.getByRole('link', { name: 'Open in playground' }).click()
    await page.getByText(/with the messages of invoke_agent Desk opened/).waitFor()
    const variant = page.getByRole('region', { name: 'Variant A' })
    for (const words of ['Be kind.', 'Weather in Oslo?', 'And tomorrow? [fault overloaded]'])
      await variant.getByText(words).waitFor()
    await variant.getByText('temperature').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Answer of A to case 1' }).waitFor()
    const sent = world.openAi.lastCall().body as { messages: object[]; tools: { function: object }[] }
    assert.match(JSON.stringify(sent.messages.at(-1)), /And tomorrow/)
    assert.match(JSON.stringify(sent.tools), /weather/)
  })

  it('says that a call has no messages where no step has them', async () => {
    const { id } = (await world.api.post('/log-request', logCall({ input: chat(), output: chat() }))).body
    const page = await openAt(`/requests?request=${id}`)
    const peek = page.getByRole('complementary', { name: `Request ${id}` })
    await peek.getByText('This call has no messages of its own.').waitFor()
    await peek.getByRole('link', { name: 'Open in playground' }).click()
    await page.getByText(`Request ${id} without messages opened`).waitFor()
  })

  it('opens a turn of a conversation as its prompt and as it was sent, and releases the mended prompt', async () => {
    const prompt = chat(
      message('system', 'You help customers.'),
      user('{question} Note: {note} [fault bad_request]'),
    )
    const { id: promptId } = await publish(world.api, 'desk', prompt, {
      labels: ['prod'],
      metadata: model('openai', 'gpt-4o-mini'),
    })
    const values = { question: 'Where is it?', note: 'gold' }
    const input = chat(
      message('system', 'You help customers.'),
      user('I ordered {shoes}'),
      message('assistant', 'Thank you.'),
      user('Where is it? Note: gold [fault bad_request]'),
    )
    const call = { input, prompt_id: promptId, prompt_version_number: 1, prompt_input_variables: values }
    const { id } = (await world.api.post('/log-request', logCall(call))).body
    const page = await openAt(`/requests?request=${id}`, { expects: /status of 502/ })
    await page.getByRole('link', { name: 'Open in playground' }).click()
    const sent = page.getByRole('region', { name: 'Variant B' })
    for (const words of ['I ordered {shoes}', 'Thank you.', 'Where is it? Note: gold'])
      await sent.getByText(words).waitFor()
    const variant = page.getByRole('region', { name: 'Variant A' })
    await variant.locator('.cm-content').nth(1).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('{question} Note: {note}')
    await page.keyboard.press('Control+Enter')
    await page
      .getByRole('region', { name: 'Answer of A to case 1' })
      .getByText('You said: Where is it? Note: gold')
      .waitFor()
    const failed = page.getByRole('region', { name: 'Answer of B to case 1' })
    await failed.getByText('OpenAI answered with an error.').waitFor()
    assert.match(JSON.stringify(world.openAi.calls.map(({ body }) => body)), /I ordered \{shoes\}/)

    await variant.getByRole('button', { name: 'More for variant A' }).click()
    await page.getByRole('menuitem', { name: 'Save as version' }).click()
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByText('desk saved as v2').waitFor()
    await page.getByRole('button', { name: 'View v2' }).click()
    await page.getByRole('button', { name: 'Move label' }).click()
    await page.getByRole('button', { name: 'Move prod here' }).click()
    await page.getByText('prod moved to v2').waitFor()
    const served = await read(world.api, 'desk', { label: 'prod', input_variables: values })
    assert.equal(served.version, 2)
    assert.doesNotMatch(JSON.stringify(served.prompt_template), /fault/)
  })
})
