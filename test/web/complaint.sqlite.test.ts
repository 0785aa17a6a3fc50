import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startAgent } from '../journeys/support/agent-chat.ts'
import { remains } from '../journeys/support/remains-of-person.ts'
import type { RunWorld } from '../journeys/support/running.ts'
import { until } from '../kit/until.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'

const mail = 'maria.keller@mail.example'
const failing = 'Send order 4042 tomorrow before ten'
const questions = Array.from({ length: 20 }, (_none, index) => {
  if (index === 4) return `My address is ${mail}, write to me there`
  if (index === 12) return failing
  if (index === 13) return `Once more: ${failing}`
  return index % 3 === 0 ? `Where is order ${4_000 + index}?` : `Question ${index + 1} about your shop`
})

interface ModelCall {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: unknown
}

describe('"customer 42 complained this morning"', () => {
  let world: RunWorld
  let agent: ReturnType<typeof startAgent>
  let failedCall: ModelCall
  const { openAt } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    agent = startAgent(world)
    await agent.chat('customer-42', questions, (question) => {
      if (question === failing) world.openAi.failNext('rate_limit_milliseconds', 'rate_limit_milliseconds')
      if (question === `Once more: ${failing}`) failedCall = world.openAi.lastCall().body as ModelCall
    })
    for (const customer of ['customer-4', 'customer-420']) await agent.chat(customer, questions.slice(0, 2))
  })
  after(() => agent.close())

  /** All stored traces with their spans, as JSON. */
  const allTraces = async (): Promise<string> => {
    const { body } = await world.api.post('/api/public/v2/traces/search', { per_page: 100 })
    const ids: string[] = body.items.map(({ trace_id }: { trace_id: string }) => trace_id)
    const traces = await Promise.all(ids.map((id) => world.api.get(`/api/public/v2/traces/${id}`)))
    return traces.map((trace) => JSON.stringify(trace.body)).join()
  }
  const countRequestsWith = async (words: string): Promise<number> =>
    (await world.api.post('/api/public/v2/requests/search', { q: words })).body.items.length

  it('the failed turn is found, has its cost, and is repeated with its tools and turns', async () => {
    const page = await openAt('/')
    await page.getByRole('button', { name: /^Search/ }).click()
    await page.keyboard.type('customer 42')
    await page.getByRole('option', { name: 'customer-42 User' }).click()
    await page.getByRole('row', { name: /chat-customer-42/ }).click()
    await page.getByRole('button', { name: 'Next failed turn' }).waitFor()
    await page.keyboard.press('e')
    const turns = page.getByRole('list', { name: 'Turns' }).getByRole('listitem')
    const failed = turns.filter({ hasText: 'Failed after 2 attempts' })
    await failed.getByText(failing).waitFor()
    await failed.getByText('no price').waitFor()
    await turns
      .filter({ hasText: `Once more: ${failing}` })
      .getByText(/\$0\.0000\d/)
      .waitFor()
    const { height } = page.viewportSize()!
    const scrolled = await page.evaluate('document.scrollingElement.scrollHeight')
    assert.equal(scrolled, height, 'the window itself does not scroll')
    await assertAccessible(page)

    await failed.getByRole('link', { name: 'invoke_agent' }).click()
    await page.getByRole('button', { name: 'Next error' }).click()
    const span = page.getByRole('complementary', { name: 'Span' })
    await span.getByRole('heading', { name: 'chat gpt-4o-mini' }).waitFor()
    await span.getByText('Failed after 2 attempts').waitFor()
    await page.getByRole('row', { name: /invoke_agent/ }).click()
    await span.getByRole('article').filter({ hasText: 'Input' }).getByText(failing).waitFor()
    await page.getByRole('row', { name: /^(Error )?chat/ }).click()
    await span.getByRole('link', { name: 'Open in playground' }).click()
    const variant = page.getByRole('region', { name: 'Variant A' })
    await variant.locator('.cm-content').getByText(failing).waitFor()
    const before = world.openAi.calls.length
    await page.keyboard.press('Control+Enter')
    const answer = page.getByRole('region', { name: 'Answer of A to case 1' })
    await answer.getByText('requested, not run').waitFor()
    assert.ok(world.openAi.calls.length > before)
    const repeated = world.openAi.lastCall().body as ModelCall
    const messagesOf = ({ messages }: ModelCall) =>
      messages.map(({ role, content }) => [role, textOf(content)])
    assert.deepEqual(messagesOf(repeated), messagesOf(failedCall))
    assert.match(JSON.stringify(repeated.tools), /look_up_order/)
    // The list scrolls again when editors above the answer get their height.
    await until(
      async () => (await answer.boundingBox())!.y,
      (top) => top > 0 && top < height,
    )
  })

  it('the mail address of the customer is gone after the deletion, and masked in later requests', async () => {
    assert.ok((await allTraces()).includes(mail))
    assert.ok((await countRequestsWith(mail)) > 0)
    assert.notDeepEqual(await remains(world.app, [mail]), [])
    const page = await openAt('/users/customer-42')
    await page.getByRole('link', { name: 'Delete this person…' }).click()
    const identifiers = page.getByLabel('Identifiers')
    assert.equal(await identifiers.inputValue(), 'customer-42')
    await identifiers.fill(`customer-42\n${mail}`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('20 traces').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('cell', { name: 'Done' }).waitFor()
    await page.getByRole('button', { name: 'Receipt' }).click()
    await page.getByRole('dialog').getByRole('region', { name: 'Deleted' }).getByText('20 traces').waitFor()
    assert.deepEqual(await remains(world.app, [mail]), [])
    assert.equal(await countRequestsWith(mail), 0)
    assert.ok(!(await allTraces()).includes(mail))
    assert.ok((await allTraces()).includes('customer-420'), 'other customers stay')

    const rule = {
      name: 'Mail',
      is_on: true,
      action: 'mask',
      target: { kind: 'detector', detector: 'email' },
    }
    const saved = await world.api.put('/api/public/v2/masking', { rules: [rule], keeps_bodies: true })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    await agent.chat('customer-42', questions.slice(3, 6))
    assert.ok((await allTraces()).includes('My address is [EMAIL], write to me there'))
    assert.ok(!(await allTraces()).includes(mail))
    assert.equal(await countRequestsWith(mail), 0)
    assert.deepEqual(await remains(world.app, [mail]), [])
  })
})

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map(({ text }) => text).join('') : String(content ?? '')
