import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { log } from '../journeys/support/requests.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'

const hour = 3_600_000

/** The cells of one row of a table. */
async function cellsOf(page: Page, table: string, name: RegExp): Promise<string[]> {
  const row = page.getByRole('table', { name: table }).getByRole('row', { name })
  await row.waitFor()
  return row.getByRole('cell').allInnerTexts()
}

describe('the analytics', () => {
  let app: TestApp
  const { openAt, openTab } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    for (let index = 0; index < 60; index++) {
      const start = Date.now() - (index % 20) * hour - 60_000
      await log(app.api, {
        model: ['gpt-4o', 'gpt-4o-mini', 'acme-large'][index % 3],
        provider: index % 3 === 2 ? 'acme' : 'openai',
        request_start_time: start,
        request_end_time: start + 200 * (index + 1),
        input_tokens: 1_000 + index,
        output_tokens: 100,
        tags: [index % 2 === 0 ? 'shop' : 'blog'],
        metadata: { customer: ['ada', 'grace'][index % 2] },
        ...(index % 10 === 0 && { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' }),
      })
    }
  })

  it('have the chosen range as their axis, with empty buckets, and mark the bucket of today', async () => {
    const page = await openAt('/analytics')
    const numbersOf = async (title: string) => {
      await page.getByRole('button', { name: `${title} as a table` }).click()
      const rows = page.getByRole('region', { name: `Numbers of ${title}` }).getByRole('row')
      await rows.nth(1).waitFor()
      return (await rows.allInnerTexts()).slice(1)
    }
    const days = await numbersOf('Requests by status')
    assert.equal(days.length, 8, 'the first and the last day of seven are in part')
    assert.match(days[0]!, /, in part\s+0\s+0$/)
    assert.match(days.at(-1)!, /, so far/)
    const rates = await numbersOf('Error rate')
    assert.match(rates[1]!, /AM\s+–/, 'a day without requests has no rate')
    assert.equal(rates.length, 8)
  })

  const overview = async (filters: object[] = []) => {
    const { status, body } = await app.api.post('/api/public/v2/requests/analytics', {
      filter_group: { logic: 'AND', filters },
    })
    assert.equal(status, 200)
    return body
  }

  it('show the figures of the API', async () => {
    const page = await openAt('/analytics')
    const totals = page.getByLabel('Totals')
    await totals.waitFor()
    const expectedTotals = await overview()
    const figure = (name: string) =>
      totals
        .locator('div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .allInnerTexts()
    assert.deepEqual(await figure('Requests'), [expectedTotals.totalRequests.toLocaleString('en')])
    assert.deepEqual(await figure('Error rate'), ['10%'])
    const cost = `$${Number(expectedTotals.totalCost.toPrecision(2))}`
    assert.deepEqual(await figure('Cost'), [cost, '20 without a price'])
    const inputs = Array.from({ length: 60 }, (_none, index) => 1_000 + index)
    const input = inputs.reduce((sum, one) => sum + one, 0)
    assert.deepEqual(await figure('Tokens in / out'), [`${input.toLocaleString('en')} / 6,000`])
    const mini = await cellsOf(page, 'By model', /gpt-4o-mini/)
    assert.equal(mini[0], '20')
    assert.match(mini[2]!, /^\$0\.\d+$/)
    await page.getByRole('combobox', { name: 'Group by' }).click()
    await page.getByRole('option', { name: 'Metadata key' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('option', { name: 'Metadata key' }).click()
    assert.equal((await cellsOf(page, 'By metadata key', /^ada/))[0], '30')
    await page.goto('/analytics?by=metadata&key=region')
    const without = await cellsOf(page, 'By metadata key', /^No value/)
    assert.deepEqual([without[0], without[1], without[5]], ['60', '10%', '–'])
    const shop = JSON.stringify([{ field: 'tags', operator: 'contains', value: 'shop' }])
    await page.goto(`/analytics?by=tags&filters=${encodeURIComponent(shop)}`)
    await page.getByText('Tag contains shop').waitFor()
    await totals.getByText('30', { exact: true }).waitFor()
    assert.equal((await overview(JSON.parse(shop))).totalRequests, 30)
    const byTag = await cellsOf(page, 'By tag', /^shop/)
    assert.deepEqual(byTag.slice(0, 2), ['30', '20%'])
    await page.getByRole('table', { name: 'By tag' }).getByRole('link', { name: 'shop' }).click()
    await page.locator('header').getByText('30', { exact: true }).first().waitFor()
    assert.match(
      decodeURIComponent(page.url()),
      /requests\?.*range=7d.*"value":"shop"|requests\?.*"value":"shop".*range=7d/,
    )
    await page.goBack()
    await totals.waitFor()
    await page.getByRole('button', { name: 'Error rate as a table' }).click()
    const numbers = page.getByRole('region', { name: 'Numbers of Error rate' })
    // The last bucket is not complete yet.
    await numbers
      .getByRole('row')
      .last()
      .getByText(/, so far$/)
      .waitFor()
  })

  it('offer users by metadata key if no span names a user', async () => {
    const page = await openAt('/users')
    await page.getByText('Requests logged without spans name users in their metadata').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'show the users of all requests' }).click()
    await page.getByRole('row', { name: /^ada/ }).getByText('30', { exact: true }).waitFor()
  })

  it('zoom in and out, and lead from a bucket to its requests', async () => {
    const page = await openAt('/analytics?range=24h')
    const requests = page.getByRole('region', { name: 'Requests by status', exact: true })
    const chart = requests.getByRole('img')
    await chart.waitFor()
    const bucket = page.getByRole('group', { name: 'Bucket' })
    await bucket.getByRole('button', { name: 'Hour', exact: true }).click()
    await page.waitForURL(/per=hour/)
    await requests.getByRole('button', { name: 'Model', exact: true }).click()
    await page.getByRole('region', { name: 'Requests by model' }).getByText('acme-large').waitFor()
    const byModel = page.getByRole('region', { name: 'Requests by model' })
    const box = (await byModel.getByRole('img').boundingBox())!
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width * 0.5, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.8, y, { steps: 5 })
    await page.mouse.up()
    await page.waitForURL(/from=.*to=/)
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('from='))
    // With the keyboard, the table of numbers leads to the requests of a bucket.
    await byModel.getByRole('button', { name: 'Requests by model as a table' }).click()
    const numbers = page.getByRole('region', { name: 'Numbers of Requests by model' })
    await numbers.getByRole('button').last().click()
    await page.waitForURL(/\/requests\?.*from=/)
    await page.locator('[data-request]').first().waitFor()
  })

  it('mark percentiles that are not exact', async () => {
    const page = await openAt('/analytics')
    const totals = page.getByLabel('Totals')
    await totals
      .getByText(/^[\d.]+ s$/)
      .first()
      .waitFor()
    assert.doesNotMatch((await totals.textContent()) ?? '', /≈/)
    await page.route('**/custom-analytics', async (route) => {
      const response = await route.fetch()
      const latencyPercentiles = { isExact: false, relativeError: 0.19 }
      await route.fulfill({ response, json: { ...(await response.json()), latencyPercentiles } })
    })
    await page.reload()
    await totals
      .getByText(/^≈ [\d.]+ s$/)
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Latency', exact: true }).getByText('within 19%').waitFor()
    assert.match((await cellsOf(page, 'By model', /gpt-4o-mini/)).at(-1)!, /^≈ /)
    await assertAccessible(page)
    await page.goto('/requests')
    await page.getByRole('region', { name: 'Latency p95' }).getByText('within 19%').waitFor()
  })

  it('list models without a price, accept a price, and reprice logged requests', async () => {
    const ledger = async () => (await app.api.get('/api/public/v2/price-ledger')).body
    const before = await ledger()
    const { page, complaints } = await openTab()
    await page.goto('/analytics?part=costs')
    const unknown = page.getByRole('region', { name: 'Models without a price' })
    await unknown.getByText('20 requests').waitFor()
    assert.equal((await cellsOf(page, 'Cost by model', /acme-large/))[4], '20')
    await assertAccessible(page)
    await unknown.getByRole('button', { name: 'Set a price for acme-large' }).click()
    await page.getByLabel('Input').fill('not a price')
    await page.getByRole('button', { name: 'Set price' }).click()
    await page.getByText(/must be a decimal number/).waitFor()
    // A browser logs every refused call to its console.
    assert.match(complaints.splice(0).join(), /^logged .* 422 /)
    await assertAccessible(page)
    await page.getByLabel('Input').fill('2')
    await page.getByLabel('Output').fill('10')
    await page.getByRole('button', { name: 'Set price' }).click()
    await unknown.getByText('has a price now: press Reprice').waitFor()
    await page.getByRole('button', { name: 'Reprice', exact: true }).click()
    await page.getByText(/^20 of 60 requests get another price/).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Reprice 20 requests' }).click()
    await page.getByText('20 requests repriced').waitFor()
    await unknown.waitFor({ state: 'detached' })
    const after = await ledger()
    assert.deepEqual(after.unknown_models, [])
    assert.ok(Number(after.total_cost) > Number(before.total_cost))
  })

  it('sum the cost of the filtered requests by local day, and say which days are cut or empty', async () => {
    const page = await openAt('/analytics?part=costs')
    const days = page.getByRole('table', { name: 'Cost by day' })
    await days.getByRole('row', { name: /, so far/ }).waitFor()
    await days
      .getByRole('row', { name: /no requests/ })
      .first()
      .waitFor()
    const models = page.getByRole('table', { name: 'Cost by model' })
    assert.ok((await models.getByRole('row').count()) > 2)
    const filters = [{ field: 'engine', operator: 'is', value: 'gpt-4o-mini' }]
    await page.goto(`/analytics?part=costs&filters=${encodeURIComponent(JSON.stringify(filters))}`)
    await models.waitFor()
    assert.equal(await models.getByRole('row').count(), 2)
    await page.getByRole('list', { name: 'Filters' }).getByText('gpt-4o-mini').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Find requests').fill('nothing has these words')
    await page.getByText('No requests match').waitFor()
  })

  it('draw a score by its name, and say how many requests have it', async () => {
    const searchResult = await app.api.post('/api/public/v2/requests/search', { per_page: 4 })
    const ids = searchResult.body.items.map(({ id }: { id: number }) => String(id))
    for (const [index, subject_id] of ids.entries()) {
      const body = { subject_type: 'request', subject_id, name: 'resolved', value: index !== 0 }
      assert.equal((await app.api.post('/api/public/v2/scores', body)).status, 201)
    }
    const page = await openAt('/analytics?score=resolved')
    const chart = page.getByRole('region', { name: 'Share of each value' })
    await chart.getByText(`${ids.length} requests with the score`).waitFor()
    await chart.getByText('yes', { exact: true }).first().waitFor()
    await assertAccessible(page)
    await page.goto('/analytics?by=metadata&key=customer')
    const breakdown = page.getByRole('region', { name: 'Breakdown' })
    await breakdown.getByLabel('Score', { exact: true }).click()
    await page.getByRole('option', { name: 'resolved' }).click()
    await breakdown.getByLabel('Value of the score').click()
    await page.getByRole('option', { name: 'yes' }).click()
    await breakdown.getByRole('columnheader', { name: 'resolved: yes' }).waitFor()
    const query = { metadata_key: 'customer', score_name: 'resolved', score_value: 'yes' }
    const { body } = await app.api.post('/api/public/v2/requests/analytics/by-metadata', query)
    for (const { value, score } of body.values) {
      const shown = (await cellsOf(page, 'By metadata key', new RegExp(`^${value}`))).at(-1)!
      assert.equal(Math.round(Number.parseFloat(shown)), Math.round(score.mean * 100))
    }
    await assertAccessible(page)
  })

  it('draw the scores of traces and of sessions', async () => {
    const now = BigInt(Date.now() - 3_600_000) * 1_000_000n
    const spans = [1, 2, 3].map((index) => ({
      name: `turn ${index}`,
      context: {
        trace_id: `${index}e`.padStart(32, '0'),
        span_id: `${index}e`.padStart(16, '0'),
        trace_state: '',
      },
      kind: 'SpanKind.INTERNAL',
      parent_id: null,
      start_time: String(now),
      end_time: String(now + 1_000_000n),
      status: { status_code: 'StatusCode.OK', description: null },
      attributes: { 'session.id': index === 3 ? 'second' : 'first' },
      resource: { attributes: {}, schema_url: '' },
    }))
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
    const give = async (subject_type: string, subject_id: string, name: string, value: unknown) => {
      const body = { subject_type, subject_id, name, value }
      assert.equal((await app.api.post('/api/public/v2/scores', body)).status, 201)
    }
    for (const [index, { context }] of spans.entries())
      await give('trace', context.trace_id, 'quality', index + 1)
    await give('session', 'first', 'solved', true)
    await give('session', 'second', 'solved', false)
    const page = await openAt('/analytics?of=traces')
    const means = page.getByRole('region', { name: 'Mean score' })
    await means.getByText('3 traces with the score').waitFor()
    await page.getByLabel('Scores of').click()
    await page.getByRole('option', { name: 'Sessions' }).click()
    const shares = page.getByRole('region', { name: 'Share of each value' })
    await shares.getByText('2 sessions with the score').waitFor()
    await assertAccessible(page)
  })

  it('have charts of first token and speed only if a request has them', async () => {
    const page = await openAt('/analytics')
    await page.getByRole('region', { name: 'Cost by model' }).waitFor()
    const firstToken = page.getByRole('region', { name: 'First token' })
    assert.equal(await firstToken.count(), 0)
    const start = Date.now() - 60_000
    await log(app.api, {
      request_start_time: start,
      request_end_time: start + 2_500,
      time_to_first_token_ms: 500,
      output_tokens: 100,
    })
    await page.reload()
    await firstToken.waitFor()
    const speed = page.getByRole('region', { name: 'Tokens per second' })
    // The canvas has room for its longest mark, "50 tokens/s", before the plot begins.
    const chart = await speed.getByRole('img').boundingBox()
    const plot = await speed.locator('.u-over').boundingBox()
    assert.ok(plot!.x - chart!.x >= 70, `${plot!.x - chart!.x} px`)
    await assertAccessible(page)
  })

  it('sum the requests outside the shown groups, so that bars and rows add up to the totals', async () => {
    for (let index = 0; index < 8; index++)
      await log(app.api, {
        model: `rare-${index}`,
        tags: ['rare'],
        price: 1,
        request_start_time: Date.now() - 60_000,
        request_end_time: Date.now() - 59_000,
        ...(index < 2 && { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' }),
      })
    const rare = JSON.stringify([{ field: 'tags', operator: 'contains', value: 'rare' }])
    const page = await openAt(`/analytics?by=prompt_id&filters=${encodeURIComponent(rare)}`)
    const rest = await cellsOf(page, 'By prompt', /^Other or no prompt/)
    assert.deepEqual(rest.slice(0, 3), ['8', '25%', '$8.00'])
    const costs = page.getByRole('region', { name: 'Cost by model' })
    await costs.getByRole('button', { name: 'Cost by model as a table' }).click()
    await costs.getByRole('columnheader', { name: 'Other' }).waitFor()
    await costs.getByRole('cell', { name: '$2.00', exact: true }).waitFor()
  })

  it('say which version of a prompt made the costs grow, and lead to its requests', async () => {
    const name = 'priced reply'
    for (const text of ['first', 'second'])
      await app.api.post('/rest/prompt-templates', {
        prompt_template: { prompt_name: name },
        prompt_version: { prompt_template: { type: 'completion', content: [{ type: 'text', text }] } },
      })
    const minute = 60_000
    // Two minutes from the bounds of the hour, so that the test may take that long.
    const logged = [
      { version: 1, ago: 118 * minute, tokens: 1_000_000 },
      { version: 1, ago: 30 * minute, tokens: 900_000 },
      { version: 2, ago: 30 * minute, tokens: 4_000_000 },
    ]
    for (const { version, ago, tokens } of logged)
      await log(app.api, {
        model: 'gpt-4o-mini',
        provider: 'openai',
        input_tokens: tokens,
        output_tokens: 0,
        prompt_name: name,
        prompt_version_number: version,
        request_start_time: Date.now() - ago,
        request_end_time: Date.now() - ago + 100,
      })
    const page = await openAt('/analytics?range=1h&by=prompt_version')
    const table = page.getByRole('table', { name: 'By prompt version' })
    await table.getByText('+$0.60').waitFor()
    await table.getByRole('button', { name: 'Cost change' }).click()
    assert.equal((await cellsOf(page, 'By prompt version', /v1/))[3], '−$0.015')
    const names = await table.getByRole('rowheader').allInnerTexts()
    assert.deepEqual(names.slice(0, 2), [`${name} v2`, `${name} v1`])
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Compare with the previous period' }).click()
    await table.getByRole('button', { name: 'Cost change' }).waitFor({ state: 'detached' })
    await table.getByRole('link', { name: `${name} v2` }).click()
    await page.getByText('Prompt version = 2').waitFor()
    await page.locator('header').getByText('1', { exact: true }).first().waitFor()
  })
})
