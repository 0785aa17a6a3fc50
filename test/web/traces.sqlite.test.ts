import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { logFrom } from '../journeys/support/requests.ts'
import type { TestApp } from '../kit/app.ts'
import { pngOf } from '../kit/picture.ts'
import { until } from '../kit/until.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'

/** Large enough to be stored apart from its span. */
const scan = pngOf(80, 80).toString('base64')
const millisecond = 1_000_000n
const start = 1_795_168_800_000n * millisecond
/** Span ids are unique within a trace only. */
const idOf = (trace_id: string, index: number) => trace_id[0]! + (index + 1).toString(16).padStart(15, '0')

interface SpanInput {
  readonly name: string
  readonly parent: number | null
  readonly attributes?: object
  readonly failed?: boolean
}

const span = (trace_id: string, index: number, { name, parent, attributes = {}, failed }: SpanInput) => ({
  name,
  context: { trace_id, span_id: idOf(trace_id, index), trace_state: '' },
  kind: 'SpanKind.INTERNAL',
  parent_id: parent === null ? null : idOf(trace_id, parent),
  start_time: String(start + BigInt(index) * millisecond),
  end_time: String(start + BigInt(index + 500) * millisecond),
  status: failed
    ? { status_code: 'StatusCode.ERROR', description: 'no such order' }
    : { status_code: 'StatusCode.OK', description: null },
  attributes,
  resource: { attributes: { 'service.name': 'support' }, schema_url: '' },
})

const modelCall = {
  'gen_ai.system': 'openai',
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'gpt-4o-mini',
  'gen_ai.prompt.0.role': 'user',
  'gen_ai.prompt.0.content': 'Where is my parcel?',
  'gen_ai.completion.0.role': 'assistant',
  'gen_ai.completion.0.content': 'On its way.',
  'acme.experiment': 'blue',
}

describe('a trace', () => {
  let app: TestApp
  const { openAt } = startAppAndBrowser((started) => ({ app } = started))

  async function store(trace_id: string, spanInputs: readonly SpanInput[]) {
    const spans = spanInputs.map((spanInput, index) => span(trace_id, index, spanInput))
    for (let first = 0; first < spans.length; first += 1_000) {
      const { status, body } = await app.api.post('/spans-bulk', { spans: spans.slice(first, first + 1_000) })
      assert.equal(status, 201, JSON.stringify(body).slice(0, 500))
    }
  }

  it('is read from one of its requests down to the attributes of its spans', async () => {
    const trace_id = 'a'.repeat(32)
    await store(trace_id, [
      { name: 'support agent', parent: null },
      {
        name: 'chat gpt-4o-mini',
        parent: 0,
        attributes: {
          ...modelCall,
          'http.request.resend_count': 1,
          'gen_ai.response.time_to_first_chunk': 0.2,
        },
      },
      { name: 'look up order', parent: 0, failed: true, attributes: { order: 88213 } },
      { name: 'read index', parent: 2, attributes: { scan: `data:image/png;base64,${scan}` } },
    ])
    const search = await app.api.post('/api/public/v2/requests/search', {})
    const id: number = search.body.items[0].id
    const page = await openAt(`/requests?request=${id}`)
    await page.getByRole('link', { name: 'Trace', exact: true }).click()
    const tree = page.getByRole('treegrid', { name: 'Spans' })
    await tree.getByRole('row', { name: /chat gpt-4o-mini 2 attempts/ }).waitFor()
    await tree.getByTitle('First token after 200 ms').waitFor()
    const details = page.getByRole('complementary', { name: 'Span' })
    await details.getByText('Where is my parcel?').waitFor()
    await details.getByRole('tab', { name: /Attributes/ }).click()
    await details.getByText('acme.experiment').waitFor()
    await details.getByRole('heading', { name: /Not understood/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('status').getByText('4', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'support agent' }).waitFor()
    await tree.focus()
    await page.keyboard.press('ArrowDown')
    await details.getByText('no such order').waitFor()
    await page.keyboard.press('ArrowLeft')
    await tree.getByRole('row', { name: /read index/ }).waitFor({ state: 'detached' })
    await page.getByLabel('Find spans').fill('read')
    await page.getByText('1 found').waitFor()
    await page.keyboard.press('Enter')
    await tree.getByRole('row', { name: /read index/ }).click()
    const picture = details.getByRole('region', { name: 'Media' }).getByRole('img', { name: /^Picture/ })
    await picture.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode())
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Critical path' }).click()
    await page.getByRole('button', { name: 'Graph' }).click()
    const graph = page.getByRole('region', { name: 'Agent graph' })
    await graph.getByRole('button', { name: /gpt-4o-mini 1 call/ }).waitFor()
    await page.getByRole('button', { name: 'Timeline' }).click()
    await page.getByLabel('Find spans').fill('')
    await tree.getByRole('row', { name: /chat gpt-4o-mini/ }).click()
    await details.getByRole('link', { name: /^Request \d+$/ }).click()
    const request = page.getByRole('complementary', { name: /^Request/ })
    await request.getByText('Where is my parcel?').waitFor()
  })

  it('opens with the span where it failed, until its details are closed', async () => {
    const trace_id = 'b1'.repeat(16)
    await store(trace_id, [
      { name: 'support agent', parent: null },
      { name: 'chat gpt-4o-mini', parent: 0, attributes: modelCall },
      { name: 'look up order', parent: 0, failed: true },
    ])
    const page = await openAt(`/traces/${trace_id}`)
    const details = page.getByRole('complementary', { name: 'Span' })
    await details.getByRole('heading', { name: 'look up order' }).waitFor()
    const tree = page.getByRole('treegrid', { name: 'Spans' })
    await tree
      .getByRole('row', { name: /support agent/ })
      .getByText(/^Σ/)
      .first()
      .waitFor()
    const part = page.getByRole('combobox', { name: 'Spans shown' })
    await part.click()
    await page.getByRole('option', { name: 'Failed 1' }).click()
    await tree.getByRole('row', { name: /chat gpt-4o-mini/ }).waitFor({ state: 'detached' })
    await tree.getByRole('row', { name: /support agent/ }).waitFor()
    await part.click()
    await page.getByRole('option', { name: 'All spans' }).click()
    await tree.getByRole('row', { name: /chat gpt-4o-mini/ }).waitFor()
    await details.getByRole('button', { name: 'Close' }).click()
    await details.waitFor({ state: 'detached' })
  })

  it('of nested agents is read on a phone, and its graph beside the panel of a span', async () => {
    const trace_id = 'b2'.repeat(16)
    await store(
      trace_id,
      Array.from({ length: 9 }, (_none, index) => ({
        name: `agent ${index}`,
        parent: index === 0 ? null : index - 1,
        failed: index === 8,
        attributes: { 'gen_ai.operation.name': 'invoke_agent' },
      })),
    )
    const page = await openAt(`/traces/${trace_id}?view=graph`)
    const panel = page.getByRole('complementary', { name: 'Span' })
    await panel.getByRole('heading', { name: 'agent 8' }).waitFor()
    const node = page.getByRole('region', { name: 'Agent graph' }).getByRole('button', { pressed: true })
    // The panel takes its width after it appears.
    await until(async () => {
      const [box, beside] = [await node.boundingBox(), await panel.boundingBox()]
      return box !== null && beside !== null && box.x + box.width <= beside.x
    })

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Timeline' }).click()
    const rows = page.getByRole('treegrid', { name: 'Spans' }).getByRole('row')
    const name = rows.filter({ hasText: 'agent 8' }).getByText('agent 8', { exact: true })
    const isCut = await name.evaluate((element) => {
      const { clientWidth, scrollWidth } = element as unknown as Record<string, number>
      return scrollWidth! > clientWidth!
    })
    assert.equal(isCut, false)
    await assertAccessible(page)
  })

  it('has a graph that marks the node of the open span, steps through its calls and zooms', async () => {
    const trace_id = 'b3'.repeat(16)
    const tool = (name: string, failed: boolean) => ({
      name,
      parent: 0,
      failed,
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name },
    })
    await store(trace_id, [
      { name: 'crew', parent: null, attributes: { 'gen_ai.operation.name': 'invoke_agent' } },
      tool('search_the_web_for_recent_articles', false),
      tool('search_the_web_for_recent_articles', true),
      tool('save', false),
    ])
    const page = await openAt(`/traces/${trace_id}?view=graph`)
    const graph = page.getByRole('region', { name: 'Agent graph' })
    const search = graph.getByRole('button', { name: /search_the_web/ })
    // The trace opens with the span that failed, which is the second call.
    await search.getByText('Call 2 of 2').waitFor()
    assert.equal(await search.getAttribute('aria-pressed'), 'true')
    await search.click()
    await search.getByText('Call 1 of 2').waitFor()
    await search.press('ArrowDown')
    const save = graph.getByRole('button', { name: /save/ })
    await save.press('Enter')
    await page.getByRole('complementary', { name: 'Span' }).getByRole('heading', { name: 'save' }).waitFor()
    await save.press('ArrowLeft')
    await graph.getByRole('button', { name: /crew/ }).press('ArrowRight')
    const widthOf = async () => (await save.boundingBox())!.width
    const before = await widthOf()
    await page.keyboard.press('-')
    await until(async () => (await widthOf()) < before)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await until(async () => (await widthOf()) > before)
    await page.getByRole('button', { name: 'Whole graph' }).click()
    await assertAccessible(page)
  })

  it('is compared with another one, from the list and from its page', async () => {
    const answer = (text: string) => ({ ...modelCall, 'gen_ai.completion.0.content': text })
    await store('d'.repeat(32), [
      { name: 'night shift', parent: null },
      { name: 'chat gpt-4o-mini', parent: 0, attributes: answer('Your parcel arrives on Monday.') },
      { name: 'look up order', parent: 0 },
    ])
    await store('e'.repeat(32), [
      { name: 'night shift', parent: null },
      { name: 'chat gpt-4o-mini', parent: 0, attributes: answer('Your parcel arrives on Friday.') },
      { name: 'refund', parent: 0, failed: true },
    ])
    const page = await openAt('/traces')
    for (const row of [0, 1]) await page.getByLabel('Compare night shift').nth(row).check()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const pairs = page.getByRole('table', { name: 'Compared spans' })
    await pairs.getByRole('row', { name: /look up order.*Only in/ }).waitFor()
    await pairs.getByRole('row', { name: /refund.*Only in/ }).waitFor()
    await page.getByRole('button', { name: 'Different 2', exact: true }).click()
    await pairs.getByRole('row', { name: /chat gpt-4o-mini/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'All 4', exact: true }).click()
    await pairs.getByRole('row', { name: /chat gpt-4o-mini/ }).click()
    const details = page.getByRole('complementary', { name: 'Compared span' })
    const output = details.getByRole('article', { name: 'Output' })
    await output.locator('del').waitFor()
    const words = await Promise.all([
      output.locator('del').textContent(),
      output.locator('ins').textContent(),
    ])
    assert.deepEqual(words.sort(), ['Friday', 'Monday'])
    await details.getByRole('article', { name: 'Input' }).getByText('same').waitFor()
    await assertAccessible(page)
    await page.getByRole('region', { name: 'Trace A' }).getByRole('link').click()
    await page.getByRole('button', { name: 'Compare with…' }).click()
    const others = page.getByRole('dialog').getByRole('list', { name: 'Traces' })
    await others.getByRole('link').click()
    await pairs.getByRole('row', { name: /refund/ }).waitFor()
  })

  it('is found again by a saved view with its columns', async () => {
    await store('f'.repeat(32), [
      { name: 'refund desk', parent: null, attributes: { 'user.id': 'customer-7', 'session.id': 'chat-7' } },
      { name: 'pay back', parent: 0, failed: true },
      {
        name: 'chat',
        parent: 0,
        attributes: { ...modelCall, 'gen_ai.usage.input_tokens': 9_000, 'gen_ai.usage.output_tokens': 100 },
      },
      { name: 'chat', parent: 0, attributes: { ...modelCall, 'gen_ai.request.model': 'a model of ours' } },
    ])
    await logFrom(app, 'app', { metadata: { customer: 'ada', plan: 'pro' } })
    // The page of a user first asks for the traces, and this user has none.
    const page = await openAt('/traces', { expects: /status of 404/ })
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('button', { name: 'Most expensive' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'User', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'User' }).waitFor({ state: 'detached' })
    await views.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Costly')
    await page.keyboard.press('Enter')
    await page.getByText('View Costly saved').waitFor()
    await page.goto('/traces')
    await page.getByRole('columnheader', { name: 'User' }).waitFor()
    await views.getByRole('button', { name: 'Costly' }).click()
    await page.getByRole('columnheader', { name: 'User' }).waitFor({ state: 'detached' })
    const address = new URL(page.url())
    await views.getByRole('button', { name: 'More for view Costly' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('View Costly deleted').waitFor()
    await page.goto(address.href)
    await page.getByRole('row', { name: /refund desk/ }).waitFor()
    await page.getByRole('columnheader', { name: 'User' }).waitFor({ state: 'detached' })

    await page.goto('/sessions')
    await views.getByRole('button', { name: 'Most traces' }).click()
    await page.getByLabel('Find traces').fill('nothing like this')
    await page.getByText('No sessions match').waitFor()
    await views.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Odd')
    await page.keyboard.press('Enter')
    await page.getByText('View Odd saved').waitFor()
    await page.goto('/users')
    const customer = page.getByRole('row', { name: /customer-7/ })
    await customer.getByText('1 unpriced').waitFor()
    assert.equal(await views.getByRole('button', { name: 'Odd' }).count(), 0)
    await page.getByRole('button', { name: 'By another key' }).click()
    await page.getByRole('menuitem', { name: 'plan' }).click()
    const breakdown = page.getByRole('region', { name: 'Breakdown' })
    await breakdown.getByRole('combobox', { name: 'Metadata key' }).getByText('plan').waitFor()
    await page.goto('/users')
    await page.getByRole('button', { name: 'All requests' }).click()
    await page.getByRole('combobox', { name: 'Metadata key of users' }).selectOption('plan')
    await page.getByRole('row', { name: /pro/ }).click()
    await page.getByRole('heading', { name: 'pro', exact: true }).waitFor()
    await page.locator('[data-request]').first().waitFor()
    await page.goto('/users/customer-7')
    const fact = (name: string) =>
      page.locator('dl div').filter({ has: page.getByText(name, { exact: true }) })
    await fact('Cost')
      .getByText(/^\$\d.*, 1 without a price$/)
      .waitFor()
    await fact('First seen').locator('time').waitFor()
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.getByRole('button', { name: 'Requests as a table' }).click()
    const days = activity.getByRole('region', { name: 'Numbers of Requests' }).getByRole('row')
    await days.nth(31).waitFor()
    await days
      .last()
      .getByText(/, so far/)
      .waitFor()
    await fact('Failed traces').getByRole('link').click()
    await page.getByText('User is customer-7').waitFor()
    await page.getByText('Status is ERROR').waitFor()
    await page.goBack()
    await fact('Requests').getByRole('link', { name: '2', exact: true }).click()
    await page.getByText('Metadata user_id is customer-7').waitFor()
    await page.locator('[data-request]').first().waitFor()
  })

  it('shows the pictures of a turn in the conversation of its session', async () => {
    const text = (content: string) => ({ type: 'text', content })
    const picture = { type: 'blob', modality: 'image', mime_type: 'image/png', content: scan }
    const call = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [text('What is this?'), picture] }]),
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [text('A parcel.')] }]),
    }
    await store('8'.repeat(32), [
      { name: 'look', parent: null, attributes: { 'session.id': 'chat-8' } },
      { name: 'chat', parent: 0, attributes: call },
    ])
    const page = await openAt('/sessions/chat-8')
    const turns = page.getByRole('list', { name: 'Turns' })
    await turns.getByText('What is this?').waitFor()
    const shown = turns.getByRole('img', { name: /^Picture/ })
    await shown.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode())
    await assertAccessible(page)
  })

  it('is found by the value of its score', async () => {
    const trace_id = '9'.repeat(32)
    await store(trace_id, [{ name: 'scored desk', parent: null }])
    const subject = { subject_type: 'trace', subject_id: trace_id }
    for (const [name, value] of [
      ['solved', false],
      ['topic', 'refund'],
    ] as const) {
      const { status } = await app.api.post('/api/public/v2/scores', { ...subject, name, value })
      assert.equal(status, 201)
    }
    const page = await openAt('/traces')
    const facets = page.getByRole('complementary', { name: 'Facets' })
    await facets.getByRole('button', { name: 'Score', exact: true }).click()
    await facets.getByRole('button', { name: /^topic\s*1$/ }).waitFor()
    await facets.getByRole('button', { name: 'Score solved', exact: true }).click()
    await facets.getByRole('button', { name: /^no\s*1$/ }).click()
    await page.getByText('solved is no').waitFor()
    await page.getByRole('row', { name: /scored desk/ }).waitFor()
    await page.getByRole('table', { name: 'Traces' }).and(page.locator('[aria-rowcount="1"]')).waitFor()
    await assertAccessible(page)
  })

  it('is listed in the order of a score', async () => {
    for (const [index, value] of [0.9, 0.125, 0.5].entries()) {
      const trace_id = `${index}`.padStart(32, 'd')
      await store(trace_id, [{ name: `polite ${value}`, parent: null }])
      const score = { subject_type: 'trace', subject_id: trace_id, name: 'politeness', value }
      assert.equal((await app.api.post('/api/public/v2/scores', score)).status, 201)
    }
    const page = await openAt('/traces')
    const facets = page.getByRole('complementary', { name: 'Facets' })
    await facets.getByRole('button', { name: 'Score', exact: true }).click()
    await facets.getByRole('button', { name: 'Score politeness', exact: true }).click()
    const section = facets.getByRole('region', { name: 'Score politeness' })
    await section.getByRole('button', { name: 'Lowest first' }).click()
    const order = page.getByRole('region', { name: 'Order' })
    await order.getByText('Sorted by score politeness, lowest first. Traces without').waitFor()
    const rows = page.locator('[data-trace]')
    const names = async (last: string) => {
      await rows.last().getByText(last).waitFor()
      return (await rows.allInnerTexts()).map((text) => text.match(/polite [\d.]+/)?.[0])
    }
    assert.deepEqual(await names('polite 0.9'), ['polite 0.125', 'polite 0.5', 'polite 0.9'])
    await rows.first().getByText('0.125', { exact: true }).waitFor()
    await assertAccessible(page)
    await order.getByRole('button', { name: 'Highest first' }).click()
    assert.deepEqual(await names('polite 0.125'), ['polite 0.9', 'polite 0.5', 'polite 0.125'])
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('dialog').getByText('sorted by start time').waitFor()
    await page.keyboard.press('Escape')
    await order.getByRole('button', { name: 'Newest first' }).click()
    await order.waitFor({ state: 'detached' })
  })

  it('is listed with its session in the order of a score', async () => {
    for (const [index, value] of [0.9, 0.125, 0.5].entries()) {
      const session = `scored chat ${value}`
      await store(`${index}`.padStart(32, 'e'), [
        { name: 'turn', parent: null, attributes: { 'session.id': session } },
      ])
      const score = { subject_type: 'session', subject_id: session, name: 'patience', value }
      assert.equal((await app.api.post('/api/public/v2/scores', score)).status, 201)
    }
    const page = await openAt('/sessions')
    const rows = page.locator('[data-group]').filter({ hasText: 'scored chat' })
    await rows.filter({ hasText: 'chat 0.9' }).getByText('patience 0.9').waitFor()
    await page.getByRole('button', { name: 'By score' }).click()
    await page.getByRole('menuitem', { name: 'patience' }).click()
    const order = page.getByRole('region', { name: 'Order' })
    await order.getByText('Sorted by score patience, highest first. Sessions without this score').waitFor()
    const names = async (last: string) => {
      await rows.last().getByText(last).waitFor()
      return (await rows.allInnerTexts()).map((text) => text.match(/chat [\d.]+/)?.[0])
    }
    assert.deepEqual(await names('chat 0.125'), ['chat 0.9', 'chat 0.5', 'chat 0.125'])
    await order.getByRole('button', { name: 'Lowest first' }).click()
    assert.deepEqual(await names('chat 0.9'), ['chat 0.125', 'chat 0.5', 'chat 0.9'])
    await assertAccessible(page)
    await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click()
    await order.waitFor({ state: 'detached' })
  })

  it('of very many spans shows its first page at once, and all spans soon', async () => {
    const trace_id = 'c'.repeat(32)
    // Three pages of the outline. All 30 MB of 100,000 spans took over 30 s on a processor that was shared.
    const count = 25_000
    await store(
      trace_id,
      Array.from({ length: count }, (_none, index) => ({
        name: index === count - 1 ? 'the very last' : `step ${index}`,
        parent: index === 0 ? null : Math.floor(index / 10),
      })),
    )
    const page = await openAt(`/traces/${trace_id}`)
    await page.getByRole('row', { name: /step 0\b/ }).waitFor()
    // 4 s on an idle machine, 31 s beside three busy processes.
    await page.getByText('25,000', { exact: true }).waitFor({ timeout: 90_000 })
    assert.ok((await page.locator('[data-span]').count()) < 200, 'only rows in view are in the page')
    await page.getByLabel('Find spans').fill('the very last')
    await page.getByText('1 found').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /the very last/ }).waitFor()
  })

  it('is counted in charts above the lists of traces, sessions and users, where drawing narrows the times', async () => {
    const minute = 60_000
    const now = Date.now()
    const spans = Array.from({ length: 12 }, (_, index) => {
      const started = span(`${index}`.padStart(32, 'b0'), 0, {
        name: 'counted',
        parent: null,
        failed: index % 4 === 0,
        attributes: { 'session.id': `counted ${index % 6}`, 'user.id': 'counted' },
      })
      const time = String(BigInt(now - (index * 60 + 61) * minute) * millisecond)
      return { ...started, start_time: time, end_time: time }
    })
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
    const filters = encodeURIComponent(
      JSON.stringify([{ field: 'trace_name', operator: 'is', value: 'counted' }]),
    )
    for (const [path, name] of [
      ['/traces', 'Traces'],
      ['/sessions', 'Turns'],
      ['/users', 'Traces'],
    ] as const) {
      const page = await openAt(`${path}?range=24h&filters=${filters}`)
      const card = page.getByRole('region', { name, exact: true })
      await card.getByText('12 25% errors').waitFor()
      await page.getByRole('img', { name: `${name}: ${name}, Errors` }).waitFor()
      await page.getByRole('img', { name: 'Duration p95: Duration p95' }).waitFor()
      const box = (await card.locator('.u-over').boundingBox())!
      await page.mouse.move(box.x + box.width * 0.8, box.y + 20)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.99, box.y + 20, { steps: 5 })
      await page.mouse.up()
      await page.waitForURL(/from=/)
      await card.getByText(/^[1-7] /).waitFor()
      await page.goBack()
      await page.waitForURL((address) => !address.search.includes('from='))
      await page.goForward()
      await page.getByRole('button', { name: 'Zoom out' }).click()
      await card.getByText('12 25% errors').waitFor()
    }
  })

  it('that does not exist gets a message', async () => {
    const page = await openAt('/traces/none', { expects: /./ })
    await page.getByText('There is no such trace.').waitFor()
    await page.getByRole('link', { name: 'Back to traces' }).waitFor()
  })

  it('is left with Back, and the list is where it was', async () => {
    const idOfTrace = (index: number) => String(index).padStart(32, 'c')
    const spans = Array.from({ length: 70 }, (_none, index) =>
      span(idOfTrace(index), index, {
        name: `kept turn ${index}`,
        parent: null,
        attributes: { 'session.id': `kept ${index}` },
      }),
    )
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
    const page = await openAt('/traces')
    for (const { path, row } of [
      { path: '/traces', row: /kept turn 3\b/ },
      { path: '/sessions', row: /kept 3\b/ },
    ]) {
      await page.goto(path)
      await page.getByRole('row').nth(1).focus()
      const target = page.getByRole('row', { name: row })
      await until(async () => {
        await page.keyboard.press('End')
        return target.count()
      })
      await target.click()
      await page.getByRole('table').waitFor({ state: 'detached' })
      await page.goBack()
      await target.waitFor()
      const { y } = (await target.boundingBox())!
      assert.ok(y > 0 && y < page.viewportSize()!.height, `the row is at ${y}`)
    }
  })

  it('that is new is offered above the sessions and users, whose rows stay where they are', async () => {
    const arrive = async (trace_id: string, minutes: number, user: string) => {
      const time = String(BigInt(Date.now() + minutes * 60_000) * millisecond)
      const attributes = { 'session.id': `new ${user}`, 'user.id': user }
      const spans = [
        {
          ...span(trace_id, 0, { name: 'turn', parent: null, attributes }),
          start_time: time,
          end_time: time,
        },
        {
          ...span(trace_id, 1, { name: 'chat', parent: 0, attributes: modelCall }),
          start_time: time,
          end_time: time,
        },
      ]
      assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
    }
    for (const [path, title, number] of [
      ['/sessions', 'Sessions', 1],
      ['/users', 'Users', 2],
    ] as const) {
      await arrive(`${number}`.padStart(32, 'd'), number * 10, `early ${number}`)
      const page = await openAt(path)
      const first = page.getByRole('table', { name: title }).locator('[data-group]').first()
      await first.filter({ hasText: `early ${number}` }).waitFor()
      await arrive(`${number}a`.padStart(32, 'd'), number * 10 + 5, `late ${number}`)
      await page.getByRole('button', { name: '1 new' }).waitFor()
      assert.match((await first.textContent())!, /early/)
      await page.getByRole('button', { name: '1 new' }).click()
      await first.filter({ hasText: `late ${number}` }).waitFor()
      await page.getByRole('button', { name: '1 new' }).waitFor({ state: 'detached' })
      if (path === '/sessions') await first.getByText('Where is my parcel?').waitFor()
    }
  })
})
