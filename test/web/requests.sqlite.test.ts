import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { endpoints } from '../../src/contract/index.ts'
import type { RequestSource } from '../../src/engine/search/index.ts'
import { logFrom } from '../journeys/support/requests.ts'
import type { TestApp } from '../kit/app.ts'
import { pngOf } from '../kit/picture.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

const example = endpoints.logRequest.example.body!
const minute = 60_000

const chatOf = (text: string) => ({
  type: 'chat',
  messages: [{ role: 'user', content: [{ type: 'text', text }] }],
})

/** Minutes ago, and latency. */
const at = (minutes: number, latency = 1_000) => ({
  request_start_time: new Date(Date.now() - minutes * minute).toISOString(),
  request_end_time: new Date(Date.now() - minutes * minute + latency).toISOString(),
})

/** Types a filter: one part after the other, each chosen with Enter. */
async function writeFilter(page: Page, ...parts: readonly string[]) {
  await page.getByRole('combobox', { name: 'Filter', exact: true }).click()
  for (const part of parts) {
    await page.keyboard.type(part)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
  }
}

describe('the requests', () => {
  let app: TestApp
  const { openAt, openTab } = startAppAndBrowser((started) => ({ app } = started))

  it('say how to send the first one', async () => {
    const page = await openAt('/requests', { expects: /./ })
    await page.getByRole('heading', { name: 'Waiting for the first request' }).waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const sentence = page.getByText('Log requests from an application')
    await waitUntilEqual(async () => {
      const box = (await sentence.boundingBox())!
      return box.x >= 52 && box.x + box.width <= 390
    }, true)
  })

  it('are found by words and written filters, and shown whole', async () => {
    for (let index = 0; index < 40; index++)
      await app.api.post('/log-request', {
        ...example,
        ...at(index * 3),
        input: chatOf(`ordinary question ${index}`),
      })
    const failed = { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT', error_message: 'it took too long' }
    const odd = {
      ...example,
      ...failed,
      ...at(5),
      input: chatOf('peculiar'),
      metadata: { customer: 'grace' },
    }
    const { id } = (await app.api.post('/log-request', odd)).body
    const page = await openAt('/requests')
    await page.getByRole('row').nth(20).waitFor()
    await page.getByRole('img', { name: /^Requests: / }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('peculiar')
    const row = page.locator(`[data-request="${id}"]`)
    await row.getByText('peculiar').waitFor()
    await page.getByRole('columnheader', { name: 'User' }).waitFor()
    await row.getByRole('cell', { name: 'grace' }).waitFor()
    await page.getByRole('combobox', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'Latency' }).waitFor()
    await page.keyboard.press('Escape')
    await writeFilter(page, 'status', 'is', 'ERR')
    await page.getByText('Status is ERROR').waitFor()
    await row.getByText('it took too long').waitFor()
    assert.match((await row.locator('time').getAttribute('title')) ?? '', /^20\d\d-.* UTC$/)
    await writeFilter(page, 'metad', 'customer', 'is', 'grace')
    await page.getByText('Metadata customer is grace').waitFor()
    await row.click()
    const peek = page.getByRole('complementary', { name: `Request ${id}` })
    await peek.getByText('it took too long').waitFor()
    await assertAccessible(page)
    await peek.getByRole('button', { name: `More for request ${id}` }).click()
    await page.getByRole('menuitem', { name: 'Copy as cURL' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('menuitem', { name: 'Copy as cURL' }).click()
    await page.getByText('cURL copied').waitFor()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(command, /X-API-KEY: \$API_KEY/)
    assert.match(command, /peculiar/)
    await peek.getByRole('tab', { name: 'Raw' }).click()
    await peek.getByRole('treeitem').filter({ hasText: 'PROVIDER_TIMEOUT' }).click()
    await peek.getByRole('button', { name: 'Copy path' }).click()
    await page.getByText('path copied').waitFor()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), '$.error_type')
    assert.match(decodeURIComponent(page.url()), /"field":"status"/)
    await page.reload()
    await peek.getByText('it took too long').waitFor()
    await page.goto(`/requests?find=nothing&request=${id}`)
    await peek.getByText('it took too long').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'No requests match' }).waitFor()
  })

  it('show the first token and the speed in the head, in columns and in filters', async () => {
    // The example has 5 output tokens.
    const times = { ...at(2, 1_500), time_to_first_token_ms: 500 }
    const { id } = (await app.api.post('/log-request', { ...example, ...times })).body
    const { page } = await openTab()
    const address = new URLSearchParams({
      filters: JSON.stringify([{ field: 'time_to_first_token_ms', operator: 'gte', value: 400 }]),
      columns: JSON.stringify(['time', 'first-token', 'speed', 'attempts', 'waiting']),
      sortBy: 'output_tokens_per_second',
    })
    await page.goto(`/requests?${address}`)
    await page.getByText('First token ≥ 400 ms').waitFor()
    await page.getByRole('columnheader', { name: 'Waiting' }).waitFor()
    const row = page.locator(`[data-request="${id}"]`)
    await row.getByText('500 ms').waitFor()
    await row.getByText('5 tokens/s').waitFor()
    await waitUntilEqual(() => page.locator('[data-request]').count(), 1)
    await row.click()
    const peek = page.getByRole('complementary', { name: `Request ${id}` })
    const fact = (name: string) => peek.locator('dl > div').filter({ hasText: name })
    await fact('First token').getByText('500 ms').waitFor()
    await fact('Speed').getByText('5 tokens/s').waitFor()
    assert.equal(await fact('Attempts').count(), 0, 'attempts are unknown')
    await assertAccessible(page)
  })

  it('are found by the id of a customer under any metadata key', async () => {
    const metadata = { account: 'heidi-4711' }
    const { id } = (await app.api.post('/log-request', { ...example, ...at(4), metadata })).body
    const page = await openAt('/requests')
    await page.getByRole('row').nth(20).waitFor()
    await page.getByRole('combobox', { name: 'Filter', exact: true }).click()
    await page.keyboard.type('heidi')
    await page.getByRole('option', { name: 'account is heidi-4711' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Metadata account is heidi-4711').waitFor()
    await page.locator(`[data-request="${id}"]`).waitFor()
    // The unfiltered rows stay until the filtered ones have loaded.
    await waitUntilEqual(() => page.locator('[data-request]').count(), 1)
    // A value may follow the key at once.
    await page.goto('/requests')
    await writeFilter(page, 'account')
    await page.keyboard.type('heidi')
    await page.getByRole('option', { name: 'is heidi-4711' }).click()
    await page.getByText('Metadata account is heidi-4711').waitFor()
    await writeFilter(page, 'status', 'SUCC')
    await page.getByText('Status is SUCCESS').waitFor()
    await waitUntilEqual(() => page.locator('[data-request]').count(), 1)
    // Words that are no words of a request may be a customer.
    await page.goto('/requests?find=heidi-4711')
    await page.getByRole('button', { name: 'account is heidi-4711' }).click()
    await page.getByText('Metadata account is heidi-4711').waitFor()
    await page.locator(`[data-request="${id}"]`).waitFor()
  })

  it('show input and output beside each other, and JSON as a tree', async () => {
    const answer = { order: { id: 'A-17', lines: [{ sku: 'tent' }] }, total: 12345678901234567890n }
    const text = JSON.stringify(answer, (_key, value) =>
      typeof value === 'bigint'
        ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(`${value}`)
        : value,
    )
    const output = { type: 'chat', messages: [{ role: 'assistant', content: [{ type: 'text', text }] }] }
    const body = { ...example, ...at(0), input: chatOf('Where is my tent?'), output }
    const { id } = (await app.api.post('/log-request', body)).body
    const failed = { status: 'ERROR', error_type: 'PROVIDER_ERROR', error_message: 'overloaded' }
    const { id: failedId } = (await app.api.post('/log-request', { ...body, ...failed })).body
    const page = await openAt('/requests?find=tent')
    const row = page.locator(`[data-request="${id}"]`)
    await row.getByRole('cell', { name: 'Where is my tent?' }).waitFor()
    await row.getByRole('cell', { name: '{"order":{"id":"A-17"' }).waitFor()
    await page.locator(`[data-request="${failedId}"]`).getByText('overloaded', { exact: true }).waitFor()
    await row.click()
    await page.getByRole('button', { name: 'Open in full width' }).click()
    await page.getByRole('region', { name: 'Input', exact: true }).getByText('Where is my tent?').waitFor()
    const result = page.getByRole('region', { name: 'Output', exact: true })
    const line = (text: string) => result.getByRole('treeitem').filter({ hasText: text })
    await line('12345678901234567890').waitFor()
    await assertAccessible(page)
    await line('order').first().click()
    await waitUntilEqual(() => line('A-17').count(), 0)
    await page.keyboard.press('ArrowRight')
    await line('A-17').waitFor()
    await page.keyboard.press('ArrowDown')
    await result.getByText('$.order.id').waitFor()
    await result.getByRole('button', { name: 'Copy value' }).click()
    await page.getByText('value copied').waitFor()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), 'A-17')
    await result.getByRole('button', { name: 'Pretty' }).click()
    await result.getByText('"sku": "tent"').waitFor()
    await result.getByRole('button', { name: 'Raw' }).click()
    await result.getByText(text).waitFor()
    await page.reload()
    await result.getByText(text).waitFor()
  })

  it('show pictures, play recordings and offer documents to save', async () => {
    const url = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
    const large = (text: string) => Buffer.from(text.padEnd(13_000), 'latin1')
    const image = (bytes: Buffer) => ({ type: 'image_url', image_url: { url: url('image/png', bytes) } })
    const file = (bytes: Buffer) => ({
      type: 'media',
      media: { title: 'a file', type: 'text/html', url: url('text/html', bytes) },
    })
    const content = [
      { type: 'text', text: 'What do these say?' },
      image(pngOf(240, 120)),
      file(large('RIFF\0\0\0\0WAVE')),
      file(large('%PDF-1.7')),
      image(large('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="run"</script></svg>')),
    ]
    const input = { type: 'chat', messages: [{ role: 'user', content }] }
    const { id } = (await app.api.post('/log-request', { ...example, ...at(1), input })).body
    const page = await openAt(`/requests?request=${id}`)
    const peek = page.getByRole('complementary', { name: `Request ${id}` })
    await page.locator(`[data-request="${id}"]`).getByText('What do these say?').waitFor()
    const picture = peek.getByRole('img', { name: /^Picture, / })
    // A text would be an expression: it would name the function without calling it.
    await picture.evaluate((shown) => (shown as unknown as { decode(): Promise<void> }).decode())
    await peek.locator('audio').waitFor()
    await peek.getByRole('link', { name: 'PDF, 13 KB' }).waitFor()
    const saved = page.waitForEvent('download')
    await peek.getByRole('link', { name: 'File, 13 KB' }).click()
    assert.match((await saved).suggestedFilename(), /^[0-9a-f]{64}/)
    await assertAccessible(page)
    await peek.getByRole('button', { name: `More for request ${id}` }).click()
    await page.getByRole('menuitem', { name: 'Copy as cURL' }).click()
    await page.getByText('cURL copied').waitFor()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.ok(command.includes('data:image/png;base64,iVBOR'))
  })

  it('get tags, scores, metadata and a group, and lose them again', async () => {
    const { id } = (await app.api.post('/log-request', { ...example, ...at(1), tags: ['first'] })).body
    const read = async () => (await app.api.get(`/api/public/v2/requests/${id}`)).body
    const page = await openAt(`/requests?request=${id}`)
    const peek = page.getByRole('complementary', { name: `Request ${id}` })
    await peek.getByRole('tab', { name: 'Metadata' }).click()
    await peek.getByLabel('New tag').fill('looked at')
    await page.keyboard.press('Enter')
    await page.getByText('Tag looked at added').waitFor()
    await peek.getByRole('tab', { name: 'Scores' }).click()
    await peek.getByLabel('Score from 0 to 100').fill('85')
    await peek.getByRole('button', { name: 'Add score' }).click()
    await peek.getByText('default').waitFor()
    await assertAccessible(page)
    await peek.getByRole('tab', { name: 'Metadata' }).click()
    await peek.getByLabel('New key').fill('verdict')
    await peek.getByLabel('Its value').fill('fine')
    await page.keyboard.press('Enter')
    await page.getByText('Metadata verdict set').waitFor()
    await peek.getByRole('button', { name: 'New group' }).click()
    await page.getByText(/^In group /).waitFor()
    await assertAccessible(page)
    const after = await read()
    assert.deepEqual(after.tags, ['first', 'looked at'])
    assert.deepEqual(after.scores, [{ name: 'default', score: 85 }])
    assert.equal(after.metadata.verdict, 'fine')
    assert.ok(after.group_id > 0)
    await peek.getByRole('button', { name: 'Remove tag first' }).click()
    await page.getByText('Tag first removed').waitFor()
    await peek.getByRole('button', { name: 'Remove tag first' }).waitFor({ state: 'detached' })
    const undo = page.getByRole('dialog').filter({ hasText: 'Tag first removed' })
    await undo.getByRole('button', { name: 'Undo' }).click()
    await peek.getByRole('button', { name: 'Remove tag first' }).waitFor()
  })

  it('are opened in full width, one after the other, with their prompt, time and customer', async () => {
    const prompt = {
      prompt_template: { prompt_name: 'reply' },
      prompt_version: { prompt_template: chatOf('Hi {name}') },
    }
    assert.equal((await app.api.post('/rest/prompt-templates', prompt)).status, 200)
    const links = { prompt_name: 'reply', prompt_version_number: 1, prompt_input_variables: { name: 'Ada' } }
    const rest = { ...example, ...links, tags: ['in a row'], metadata: { user_id: 'ada@example.com' } }
    const ids: number[] = []
    for (const minutes of [3, 2, 1])
      ids.push(
        (await app.api.post('/log-request', { ...rest, ...at(minutes), provider: 'acme', model: 'a-1' })).body
          .id,
      )
    const [oldest, middle, newest] = ids
    const of = JSON.stringify([{ field: 'tags', operator: 'contains', value: 'in a row' }])
    const page = await openAt(`/requests?filters=${encodeURIComponent(of)}`)
    await page.locator(`[data-request="${newest}"]`).click()
    const peek = page.getByRole('complementary', { name: `Request ${newest}` })
    await peek.getByRole('link', { name: 'reply v1' }).waitFor()
    await peek.getByText('no price').waitFor()
    assert.match((await peek.locator('time').getAttribute('title')) ?? '', / UTC$/)
    assert.equal(await peek.getByRole('button', { name: 'Previous request' }).isDisabled(), true)
    await peek.getByRole('button', { name: 'Open in full width' }).click()
    const whole = (id?: number) => page.getByRole('region', { name: `Request ${id}` })
    await whole(newest).waitFor()
    assert.equal(await page.getByRole('table', { name: 'Requests' }).isVisible(), false)
    await page.getByRole('button', { name: 'Next request' }).click()
    await whole(middle).getByRole('tab', { name: 'Variables 1' }).click()
    await whole(middle).getByText('Ada', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await whole(oldest).getByRole('button', { name: 'Next request' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Next request' }).isDisabled(), true)
    await page.reload()
    await whole(oldest).getByRole('link', { name: 'ada@example.com' }).click()
    await page.getByText('Metadata user_id is ada@example.com').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`/requests?request=${oldest}`)
    await page.getByRole('link', { name: 'reply v1' }).waitFor()
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= 390'))
    await assertAccessible(page)
  })

  it('wait behind a button when they arrive, and never make the list jump', async () => {
    const page = await openAt('/requests', { expects: /./ })
    await page.getByRole('row').nth(5).waitFor()
    const { id } = (await app.api.post('/log-request', { ...example, ...at(0, 100) })).body
    await page.getByRole('button', { name: '1 new' }).waitFor()
    assert.equal(await page.locator(`[data-request="${id}"]`).count(), 0)
    await app.api.post('/log-request', { ...example, ...at(0, 100) })
    await page.getByRole('button', { name: '2 new' }).waitFor()
    await page.getByRole('button', { name: '2 new' }).click()
    await page.locator(`[data-request="${id}"]`).waitFor()
  })

  it('are listed by views, built-in and saved, with chosen columns', async () => {
    await app.api.post('/log-request', { ...example, ...at(2, 9_000), tags: ['snail'] })
    const page = await openAt('/requests')
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('button', { name: 'Slow' }).click()
    await page.getByText('Latency ≥ 5 s').waitFor()
    await waitUntilEqual(
      () => views.getByRole('button', { name: 'Slow' }).getAttribute('aria-current'),
      'true',
    )
    await writeFilter(page, 'tag', 'contains', 'snail')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'customer' }).click()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'customer' }).waitFor()
    await views.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name').fill('Snails')
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('View Snails saved').waitFor()
    await page.goto('/requests')
    await views.getByRole('button', { name: 'Snails' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('view snails')
    await page.getByRole('option', { name: /View: Snails/ }).click()
    await page.getByText('Tag contains snail').waitFor()
    await page.getByRole('columnheader', { name: 'customer' }).waitFor()
    await page.getByRole('button', { name: 'Remove Latency ≥ 5 s' }).click()
    await views.getByRole('button', { name: 'Save as another view' }).waitFor()
    await views.getByRole('button', { name: 'Snails (changed)' }).waitFor()
    await views.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('Latency ≥ 5 s').waitFor()
    await views.getByRole('button', { name: 'Reset' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove Latency ≥ 5 s' }).click()
    await views.getByRole('button', { name: 'Update Snails' }).click()
    await page.getByText('View Snails updated').waitFor()
    await views.getByRole('button', { name: 'More for view Snails' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Slow')
    await page.keyboard.press('Enter')
    await views.getByRole('button', { name: 'Slow' }).nth(1).waitFor()
    const stored = async () => (await app.api.get('/api/public/v2/request-views')).body.request_views
    const [renamed] = await stored()
    assert.deepEqual(
      [renamed.name, renamed.query.filter_group.filters.map(({ field }: { field: string }) => field)],
      ['Slow', ['tags', 'source']],
    )
    await views.getByRole('button', { name: 'More for view Slow' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('View Slow deleted').waitFor()
    await views.getByRole('button', { name: 'Slow' }).nth(1).waitFor({ state: 'detached' })
    const undo = page.getByRole('dialog').filter({ hasText: 'View Slow deleted' })
    await undo.getByRole('button', { name: 'Undo' }).click()
    await views.getByRole('button', { name: 'Slow' }).nth(1).waitFor()
    assert.equal((await stored()).length, 1)
  })

  it('are narrowed by drawing in a chart, whose numbers are a table too', async () => {
    const page = await openAt('/requests?range=24h')
    const chart = page.getByRole('img', { name: /^Requests: / })
    await chart.waitFor()
    const whole = await page.locator('header').getByText(/^\d+$/).first().textContent()
    const box = (await chart.locator('.u-over').boundingBox())!
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.95, box.y + 20, { steps: 5 })
    await page.mouse.up()
    await page.waitForURL(/from=/)
    await page.getByRole('button', { name: 'Requests as a table' }).click()
    const table = page.getByRole('region', { name: 'Numbers of Requests' }).getByRole('table')
    await table.waitFor()
    const url = new URL(page.url())
    const [from, to] = ['from', 'to'].map((name) => JSON.parse(JSON.stringify(url.searchParams.get(name))))
    const value = [from, to].map((time: string) => time.replaceAll('"', ''))
    const filters = [{ field: 'request_start_time', operator: 'between', value }]
    const { body } = await app.api.post('/api/public/v2/requests/search', { filter_group: { filters } })
    await page.locator('header').getByText(String(body.total), { exact: true }).first().waitFor()
    assert.ok(body.total < Number(whole), 'fewer than before')
    await page.goBack()
    await page.waitForURL((address) => !address.search.includes('from='))
    await page.goForward()
    await page.waitForURL(/from=/)
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await page.waitForURL((address) => !address.search.includes('from='))
    assert.match(page.url(), /range=24h/)
    await page.locator('header').getByText(String(whole), { exact: true }).first().waitFor()
  })

  it('are listed without a range that the app does not know', async () => {
    const page = await openAt('/requests?range=90d')
    await page.getByRole('combobox', { name: 'Time' }).getByText('Any time').waitFor()
    await page.getByRole('img', { name: /^Requests: / }).waitFor()
  })

  it('come from production, until other sources are chosen', async () => {
    const from = (source: RequestSource) => logFrom(app, source, { ...at(1), tags: ['of a source'] })
    const [workflow, evaluation, tried] = [
      await from('workflow'),
      await from('evaluation'),
      await from('playground'),
    ]
    const { page } = await openTab()
    const of = JSON.stringify([{ field: 'tags', operator: 'contains', value: 'of a source' }])
    await page.goto(`/requests?filters=${encodeURIComponent(of)}`)
    const row = (id: number) => page.locator(`[data-request="${id}"]`)
    await row(workflow).waitFor()
    assert.deepEqual([await row(evaluation).count(), await row(tried).count()], [0, 0])
    await page.locator('header').getByText('1', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Remove Source is one of app, workflow' }).click()
    await row(evaluation).getByText('evaluation', { exact: true }).waitFor()
    await row(tried).getByText('playground', { exact: true }).waitFor()
    // The search counts large results up to a limit; the title then shows the charts' number.
    await page.route('**/requests/search', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), total: 2, total_is_exact: false } })
    })
    await page.reload()
    await page.locator('header').getByText('3', { exact: true }).first().waitFor()
    await page.unroute('**/requests/search')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('Production: without playground and evaluations').waitFor()
    await page.goto(`/analytics?filters=${encodeURIComponent(of)}`)
    const totals = page.getByLabel('Totals')
    await totals.getByText('1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove Source is one of app, workflow' }).click()
    await totals.getByText('3', { exact: true }).waitFor()
  })

  it('are limited to any two times', async () => {
    const page = await openAt('/requests')
    await page.getByRole('combobox', { name: 'Time' }).click()
    await page.getByRole('option', { name: 'Other times…' }).click()
    await page.getByLabel('From').fill('2020-01-02T10:00:00')
    await page.getByLabel('To', { exact: true }).fill('2020-01-02T09:00:00')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Enter a time that is later than the start.').waitFor()
    await assertAccessible(page)
    await page.getByLabel('To', { exact: true }).fill('2020-01-02T11:00:00')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('heading', { name: 'No requests match' }).waitFor()
    assert.match(page.url(), /from=2020-01-02.*to=2020-01-02/)
    await page.getByRole('combobox', { name: 'Time' }).click()
    await page.getByRole('option', { name: 'Yesterday' }).click()
    await page.getByRole('combobox', { name: 'Time' }).getByText('Yesterday').waitFor()
    assert.doesNotMatch(page.url(), /2020-01-02/)
    // A letter chooses an item of the closed list.
    await page.getByRole('combobox', { name: 'Time' }).press('a')
    await page.getByRole('combobox', { name: 'Time' }).getByText('Any time').waitFor()
  })

  it('are downloaded as the search finds them', async () => {
    const page = await openAt('/requests')
    await writeFilter(page, 'tag', 'contains', 'snail')
    await page.getByText('Tag contains snail').waitFor()
    await page.locator('header').getByText('1', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('switch', { name: 'With messages and variables' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const download = await downloading
    assert.equal(download.suggestedFilename(), 'requests.jsonl')
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
    assert.equal(lines.length, 1)
    assert.deepEqual(JSON.parse(lines[0]!).tags, ['snail'])
  })

  it('become rows of a new table', async () => {
    const page = await openAt('/requests')
    await writeFilter(page, 'tag', 'contains', 'snail')
    await page.getByText('Tag contains snail').waitFor()
    await page.locator('header').getByText('1', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Add to table' }).first().click()
    await page.getByLabel('Name of the table').fill('Slow ones')
    await page.getByRole('dialog').getByRole('button', { name: 'Add to table' }).click()
    await page.getByText('1 row added.').waitFor()
    await page.getByRole('link', { name: 'Open the table' }).click()
    await page.getByText('Slow ones').first().waitFor()
    const tables = (await app.api.get('/api/public/v2/tables?name=Slow')).body.data
    const sheets = (await app.api.get(`/api/public/v2/tables/${tables[0].id}/sheets`)).body.data
    const rows = await app.api.get(`/api/public/v2/tables/${tables[0].id}/sheets/${sheets[0].id}/rows`)
    assert.equal(rows.body.row_count, 1)
  })

  it('become rows of one new table, although the first attempt fails', async () => {
    const page = await openAt('/requests', { expects: /status of 503/ })
    await page.getByRole('button', { name: 'Add to table' }).first().click()
    await page.getByLabel('Name of the table').fill('Tried twice')
    await page.route('**/imports/request-logs', (route) => route.fulfill({ status: 503, body: '{}' }), {
      times: 1,
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add to table' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('combobox', { name: 'Table' }).getByText('Tried twice').waitFor()
    await dialog.getByRole('button', { name: 'Add to table' }).click()
    await page.getByText(/rows? added\.$/).waitFor()
    const tables = (await app.api.get('/api/public/v2/tables?name=Tried')).body.data
    assert.equal(tables.length, 1)
    const sheets = (await app.api.get(`/api/public/v2/tables/${tables[0].id}/sheets`)).body.data
    assert.equal(sheets.length, 1)
  })

  it('are compared side by side, by keyboard too', async () => {
    const call = (text: string, answer: string, more: object) =>
      app.api.post('/log-request', {
        ...example,
        ...at(0),
        input: chatOf(text),
        output: {
          type: 'chat',
          messages: [{ role: 'assistant', content: [{ type: 'text', text: answer }] }],
        },
        ...more,
      })
    const slow = { price: 0.01, time_to_first_token_ms: 400 }
    const older = (await call('Where is it?', 'Your parcel arrives on Monday.', slow)).body.id
    const quick = { model: 'gpt-4.1', price: 0.02, time_to_first_token_ms: 100 }
    const newer = (await call('Where is it?', 'Your parcel arrives on Friday.', quick)).body.id
    const page = await openAt('/requests', { expects: /status of 404/ })
    await page.getByLabel(`Compare request ${newer}`).check()
    await page.getByRole('button', { name: 'Choose another to compare' }).waitFor()
    await page.getByLabel(`Compare request ${older}`).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter')
    await waitUntilEqual(async () => new URL(page.url()).pathname, '/requests/compare')
    const side = (letter: string) => page.getByRole('region', { name: `Request ${letter}` })
    await side('A')
      .getByRole('link', { name: `Request ${older}` })
      .waitFor()
    await side('B').getByText('gpt-4.1').waitFor()
    await side('B').getByText('+100%').waitFor()
    await side('B').getByText('100 ms').waitFor()
    await side('B').getByText('−75%').waitFor()
    const output = page.getByRole('article', { name: 'Output' })
    await output.getByRole('region', { name: 'A' }).locator('del').getByText('Monday').waitFor()
    await output.getByRole('region', { name: 'B' }).locator('ins').getByText('Friday').waitFor()
    assert.equal(await output.getByRole('region', { name: 'A' }).locator('ins').count(), 0)
    await page.getByRole('article', { name: 'User' }).getByText('same').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: /^Different/ }).click()
    await page.getByRole('article', { name: 'User' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Swap' }).click()
    await output.getByRole('region', { name: 'A' }).getByText('Friday').waitFor()
    await page.goto('/requests/compare?a=999999&b=999998')
    await page
      .getByRole('link', { name: /requests/i })
      .first()
      .waitFor()
    await page.goto('/requests/compare')
    await page.getByText('Nothing to compare').waitFor()
  })
})
