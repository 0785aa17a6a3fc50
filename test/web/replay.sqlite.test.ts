import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { logCall } from '../journeys/support/requests.ts'
import type { RunWorld } from '../journeys/support/running.ts'
import { chat, message, user } from '../journeys/support/templates.ts'
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
})
