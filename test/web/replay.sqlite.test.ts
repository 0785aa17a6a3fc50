import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { logged } from '../journeys/support/requests.ts'
import type { RunWorld } from '../journeys/support/running.ts'
import { chat, message, user } from '../journeys/support/templates.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'

describe('replaying a slow request', () => {
  let world: RunWorld
  const { openPage } = startWorldAndBrowser((started) => ({ world } = started))

  it('finds the slowest call and repeats it', async () => {
    const start = Date.now() - 3_600_000
    const times = (latency: number) => ({ request_start_time: start, request_end_time: start + latency })
    for (let index = 0; index < 10; index++) await world.api.post('/log-request', logged(times(300)))
    const input = chat(
      message('system', 'You answer in one word.'),
      user('An earlier question'),
      message('assistant', 'An earlier answer'),
      user('Why is {order} slow?'),
    )
    await world.api.post('/log-request', logged({ ...times(7_000), input }))
    const parameters = { temperature: 0.5, stream: true, stream_options: { include_usage: true } }
    const { id } = (await world.api.post('/log-request', logged({ ...times(9_000), input, parameters }))).body
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
})
