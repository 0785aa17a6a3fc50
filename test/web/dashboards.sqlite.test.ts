import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from '@playwright/test'
import { exportSpans, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { logFrom } from '../journeys/support/requests.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

const tile = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true }).first()
const left = async (one: Locator) => Math.round((await one.boundingBox())!.x)

describe('dashboards', () => {
  let app: TestApp
  const { openAt } = startAppAndBrowser((started) => ({ app } = started))

  const stored = async () => {
    const { id } = (await app.api.get('/api/public/v2/dashboards')).body.dashboards[0]
    return (await app.api.get(`/api/public/v2/dashboards/${id}`)).body.dashboard
  }

  it('are made from the gallery, arranged, filtered and shared', async () => {
    for (let index = 0; index < 12; index++)
      await logFrom(app, 'app', {
        model: index % 3 === 0 ? 'gpt-4o' : 'gpt-4o-mini',
        request_start_time: Date.now() - index * 60_000,
        request_end_time: Date.now() - index * 60_000 + 500,
        metadata: { customer: index < 4 ? 'grace' : 'ada' },
        ...(index === 0 && { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' }),
      })
    const page = await openAt('/dashboards')
    await page.getByRole('heading', { name: 'No dashboards yet' }).waitFor()
    await page.getByRole('button', { name: 'New dashboard' }).first().click()
    await page.getByRole('button', { name: /^Production health/ }).waitFor()
    await page.getByRole('button', { name: 'Create dashboard' }).click()
    await tile(page, 'Requests').getByText('12', { exact: true }).waitFor()
    await tile(page, 'Error rate').getByText('8.3%', { exact: true }).waitFor()
    await tile(page, 'Errors by type').getByText('PROVIDER_TIMEOUT').waitFor()

    // A variable filters every tile, and a button saves it for everyone.
    await page.getByRole('combobox', { name: 'Filter', exact: true }).click()
    for (const part of ['metad', 'customer', 'is', 'grace']) {
      await page.keyboard.type(part)
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
    }
    await tile(page, 'Requests').getByText('4', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save filters' }).click()
    await page.getByText('Filters and time saved for everyone').waitFor()
    assert.equal((await stored()).query.filter_group.filters[0].value, 'grace')
    await page.getByRole('button', { name: /^Remove Source/ }).click()
    await page.getByRole('button', { name: 'Save filters' }).click()
    await waitUntilEqual(async () => (await stored()).query.filter_group.filters.length, 2)
    await page.reload()
    await tile(page, 'Requests').getByText('4', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save filters' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: /^Remove Source/ }).count(), 0)
    // A dashboard that is saved for all sources can show production only.
    await page.getByRole('button', { name: 'Show production only' }).click()
    await page.getByText('Production: without playground and evaluations').waitFor()
    await page.getByRole('button', { name: 'As saved' }).click()
    await page.getByText('All sources, with playground and evaluations').waitFor()

    // Tiles are moved with the keyboard, resized with the mouse, duplicated, removed and restored.
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const errors = tile(page, 'Errors by type')
    const before = await left(errors)
    await page.getByRole('button', { name: 'Move Errors by type with the arrow keys' }).press('ArrowRight')
    await page.getByText('Column 2, row').waitFor({ state: 'attached' })
    assert.ok((await left(errors)) > before)
    const handle = (await page
      .getByRole('button', { name: 'Resize Requests by status with the arrow keys' })
      .boundingBox())!
    await page.mouse.move(handle.x + 5, handle.y + 5)
    await page.mouse.down()
    await page.mouse.move(handle.x + 5, handle.y + 100, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'More for Error rate' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await tile(page, 'Error rate (copy)').getByText('25%', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'More for Error rate (copy)' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await tile(page, 'Error rate (copy)').waitFor({ state: 'detached' })
    // Undo keeps a move that was made after the removal.
    const moved = await left(errors)
    await page.getByRole('button', { name: 'Move Errors by type with the arrow keys' }).press('ArrowRight')
    await page.getByText('Column 3, row').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await tile(page, 'Error rate (copy)').waitFor()
    assert.ok((await left(errors)) > moved)

    // A tile is dragged by its title: Escape leaves it at its position, and Ctrl Z takes a move back.
    const start = await left(errors)
    const drag = async (title: string, right: number) => {
      const heading = (await tile(page, title).getByRole('heading').first().boundingBox())!
      await page.mouse.move(heading.x + 5, heading.y + 8)
      await page.mouse.down()
      await page.mouse.move(heading.x + 5 + right, heading.y + 8, { steps: 4 })
    }
    await drag('Errors by type', 420)
    assert.ok((await left(errors)) > start)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    assert.equal(await left(errors), start)
    await drag('Errors by type', 420)
    await page.mouse.up()
    assert.ok((await left(errors)) > start)
    // A move can be taken back once its save has begun.
    await page.getByRole('button', { name: 'Undo', disabled: false }).first().waitFor()
    await page.keyboard.press('Control+z')
    await waitUntilEqual(() => left(errors), start)

    // The gallery of tiles fills in the form.
    await page.getByRole('button', { name: 'Add tile' }).click()
    await page.getByRole('button', { name: 'Cost by model' }).click()
    await page.getByRole('dialog').getByRole('region', { name: 'Cost by model' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Add tile' }).click()
    await tile(page, 'Cost by model').waitFor()

    // A person adds a tile.
    await page.getByRole('button', { name: 'Add tile' }).click()
    await page.getByRole('button', { name: 'By group' }).click()
    await page.getByLabel('Group by').click()
    await page.getByRole('option', { name: 'Metadata key' }).click()
    await page.getByLabel('Metadata key').fill('customer')
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add tile' }).click()
    const own = tile(page, 'Requests by customer')
    await own.getByText('grace').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    let { tiles, author } = await stored()
    // The last change is saved a moment after the button was pressed.
    while (!tiles.some(({ title }: { title: string }) => title === 'Requests by customer'))
      ({ tiles, author } = await stored())
    assert.equal(author, 'Ada')
    assert.equal(tiles.find(({ title }: { title: string }) => title === 'Requests by status').height, 4)
    await own.getByRole('link', { name: 'grace' }).click()
    await page.waitForURL(/\/requests\?/)

    // A view of the log applies to all tiles; stored filters can be removed.
    await page.goBack()
    await page.getByRole('button', { name: 'Slow', exact: true }).click()
    await tile(page, 'Requests').getByText('0', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'As saved' }).click()
    await tile(page, 'Requests').getByText('4', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove Metadata customer is grace' }).click()
    await tile(page, 'Requests').getByText('12', { exact: true }).waitFor()
    // Errors lead to the failed requests alone.
    await tile(page, 'Errors by model').getByRole('link').first().click()
    await page.waitForURL(/requests\?.*ERROR/)

    // The list is searched on the server; a deleted dashboard can be taken back.
    await page.goto('/dashboards')
    await page.getByLabel('Find dashboards').fill('health')
    await page.waitForURL(/name=health/)
    await page.getByRole('button', { name: 'More for Production health' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No dashboards match' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Production health' }).waitFor()
    assert.equal((await stored()).tiles.length, tiles.length)
  })

  it('show the share of a score, of the requests that have it', async () => {
    const now = { request_start_time: Date.now() - 1_000, request_end_time: Date.now() }
    const ids = await Promise.all([1, 2, 3].map(() => logFrom(app, 'app', now)))
    for (const [index, id] of ids.slice(0, 2).entries()) {
      const score = { subject_type: 'request', subject_id: String(id), name: 'resolved', value: index === 0 }
      assert.equal((await app.api.post('/api/public/v2/scores', score)).status, 201)
    }
    const box = { shape: 'number', x: 0, y: 0, width: 4, height: 2 }
    const share = { id: 'share', title: 'Resolved', measure: 'score_share', score_name: 'resolved' }
    const groups = { id: 'by', title: 'By outcome', measure: 'requests', group_by: 'score' }
    const tiles = [
      { ...box, ...share, score_value: 'yes' },
      { ...box, ...groups, score_name: 'resolved', shape: 'groups', x: 4 },
    ]
    const created = await app.api.post('/api/public/v2/dashboards', { name: 'Outcomes', tiles })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const page = await openAt(`/dashboards/${created.body.dashboard.id}`)
    await tile(page, 'Resolved').getByText('50%', { exact: true }).waitFor()
    await tile(page, 'Resolved').getByText('2 requests with the score').waitFor()
    await tile(page, 'By outcome').getByRole('row', { name: 'yes' }).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'More for Resolved' }).click()
    await page.getByRole('menuitem', { name: /^Edit/ }).click()
    await page.getByRole('textbox', { name: 'Value' }).waitFor()
    await assertAccessible(page)
  })

  it('show the error rate of a group among many, and no cost where no price is known', async () => {
    const now = { request_start_time: Date.now() - 1_000, request_end_time: Date.now() }
    const failed = { ...now, status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' }
    for (let index = 10; index < 40; index++) await logFrom(app, 'app', { ...failed, tags: [`t${index}`] })
    const busy = {
      ...now,
      tags: ['zz-busy'],
      model: 'model-without-price',
      input_tokens: 3,
      output_tokens: 4,
    }
    for (const more of [failed, now, now, now]) await logFrom(app, 'app', { ...busy, ...more })
    const box = { shape: 'groups', group_by: 'tags', y: 0, width: 4, height: 3 }
    const busyOnes = { logic: 'AND', filters: [{ field: 'tags', operator: 'contains', value: 'zz-busy' }] }
    const sum = { id: 'sum', title: 'Busy cost', measure: 'cost', shape: 'number', group_by: null }
    const tiles = [
      { ...box, id: 'rate', title: 'Rate', measure: 'error_rate', x: 0 },
      { ...box, id: 'tokens', title: 'Tokens', measure: 'tokens', x: 4 },
      { ...box, id: 'cost', title: 'Cost', measure: 'cost', group_by: 'engine', x: 8 },
      { ...box, ...sum, filter_group: busyOnes, x: 0, y: 3 },
    ]
    const created = await app.api.post('/api/public/v2/dashboards', { name: 'Tags', tiles })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const page = await openAt(`/dashboards/${created.body.dashboard.id}`)
    await tile(page, 'Rate').getByRole('row', { name: 'zz-busy 25%' }).waitFor()
    await tile(page, 'Tokens').getByRole('row', { name: 'zz-busy 28' }).waitFor()
    await tile(page, 'Tokens').getByRole('row', { name: 't10 1 without token counts' }).waitFor()
    await tile(page, 'Cost').getByRole('row', { name: 'model-without-price 4 without a price' }).waitFor()
    await tile(page, 'Busy cost').getByText('No price').waitFor()
    await tile(page, 'Busy cost').getByText('4 requests').waitFor()
  })

  it('fill in the form of a tile from the gallery as chosen last', async () => {
    const created = await app.api.post('/api/public/v2/dashboards', { name: 'Chosen twice', tiles: [] })
    const page = await openAt(`/dashboards/${created.body.dashboard.id}?edit=true`)
    let answerFacets = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answerFacets = resolve
    })
    await page.route('**/traces/facets', async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.getByRole('button', { name: 'Add tile' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Score of traces', exact: true }).click()
    await dialog.getByRole('button', { name: 'Cost by model', exact: true }).click()
    const answer = page.waitForResponse('**/traces/facets')
    answerFacets()
    await answer
    await page.waitForLoadState('networkidle')
    await dialog.getByRole('combobox', { name: 'Measure' }).getByText('Cost', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Add tile' }).click()
    await tile(page, 'Cost by model').waitFor()
  })

  it('add up to all requests where only the largest groups are shown', async () => {
    const now = { request_start_time: Date.now() - 1_000, request_end_time: Date.now(), tags: ['sums'] }
    for (let index = 0; index < 8; index++)
      await logFrom(app, 'app', { ...now, model: `sums-${index}`, price: 8 - index, tags: ['sums', 'twice'] })
    const box = { measure: 'cost', y: 0, width: 4, height: 4 }
    const tiles = [
      { ...box, id: 'models', title: 'Cost by model', shape: 'over_time', group_by: 'engine', x: 0 },
      { ...box, id: 'tags', title: 'Cost by tag', shape: 'over_time', group_by: 'tags', x: 4 },
      { ...box, id: 'prompts', title: 'Cost by prompt', shape: 'groups', group_by: 'prompt_id', x: 8 },
    ]
    const filters = [{ field: 'tags', operator: 'contains', value: 'sums' }]
    const query = { filter_group: { logic: 'AND', filters } }
    const created = await app.api.post('/api/public/v2/dashboards', { name: 'Sums', query, tiles })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const page = await openAt(`/dashboards/${created.body.dashboard.id}`)
    await tile(page, 'Cost by model').getByText('$36.00', { exact: true }).waitFor()
    await tile(page, 'Cost by model').getByText('Other', { exact: true }).waitFor()
    // Each request has both tags and is counted once.
    await tile(page, 'Cost by tag').getByText('$36.00', { exact: true }).waitFor()
    await tile(page, 'Cost by prompt').getByRole('row', { name: 'Other or no prompt $36.00' }).waitFor()
  })

  it('show scores of traces and sessions, from the gallery', async () => {
    const { api } = app
    for (const [index, value] of [true, true, true, false].entries()) {
      const traceId = newTraceId()
      const plan = index < 2 ? 'pro' : 'free'
      const values = { 'session.id': `talk-${index % 2}`, 'langfuse.trace.metadata.plan': plan }
      const now = {
        startTimeUnixNano: `${Date.now() - 60_000}000000`,
        endTimeUnixNano: `${Date.now()}000000`,
      }
      await exportSpans(api, { ...otlpSpan({ traceId, values }), ...now })
      const score = { subject_type: 'trace', subject_id: traceId, name: 'helpful', value }
      assert.equal((await api.post('/api/public/v2/scores', score)).status, 201)
    }
    for (const [id, value] of [
      ['talk-0', 80],
      ['talk-1', 40],
    ] as const) {
      const score = { subject_type: 'session', subject_id: id, name: 'rating', value }
      assert.equal((await api.post('/api/public/v2/scores', score)).status, 201)
    }
    const facets = [{ field: 'score_names' }, { field: 'session_score_names' }]
    const names = async () => (await api.post('/api/public/v2/traces/facets', { facets })).body.facets
    while ((await names()).some(({ values }: { values: object[] }) => values.length === 0));
    const page = await openAt('/dashboards')
    await page.getByRole('button', { name: 'New dashboard' }).first().click()
    await page.getByRole('button', { name: /^Conversation quality/ }).click()
    await page.getByRole('button', { name: 'Create dashboard' }).click()
    await tile(page, 'Score of sessions').getByText('60', { exact: true }).waitFor()
    await tile(page, 'Score of sessions').getByText('2 sessions with the score').waitFor()
    await tile(page, 'Score of traces').getByText('75%', { exact: true }).waitFor()
    await tile(page, 'Score of traces over time').getByText('4 traces with the score').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'More for Score of traces', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Edit/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText('Of the filters of the dashboard, only time, tags, metadata and models apply to this tile.')
      .waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'By group' }).count(), 0)
    await assertAccessible(page)
    const filters = [
      { field: 'metadata', operator: 'key_equals', nested_key: 'plan', value: 'free' },
      { field: 'status', operator: 'is', value: 'ERROR' },
    ]
    const { pathname } = new URL(page.url())
    await page.goto(`${pathname}?filters=${encodeURIComponent(JSON.stringify(filters))}`)
    await tile(page, 'Score of traces').getByText('50%', { exact: true }).waitFor()
    await tile(page, 'Score of traces over time')
      .getByText('2 traces with the score · not filtered by Status is ERROR')
      .waitFor()
  })

  it('draw the previous period in charts over time', async () => {
    const start = Date.now() - 30 * 3_600_000
    await logFrom(app, 'app', { request_start_time: start, request_end_time: start + 500 })
    await logFrom(app, 'app', { request_start_time: Date.now() - 1_000, request_end_time: Date.now() - 500 })
    const page = await openAt('/dashboards')
    await page.getByRole('button', { name: 'New dashboard' }).first().click()
    await page.getByRole('button', { name: /^Production health/ }).click()
    // The name of the template is taken.
    await waitUntilEqual(
      () => page.getByRole('textbox', { name: 'Name' }).inputValue(),
      'Production health 2',
    )
    await page.getByRole('button', { name: 'Create dashboard' }).click()
    const chart = tile(page, 'Requests by status')
    await chart.getByText('Previous period', { exact: true }).waitFor()
    await chart.getByRole('button', { name: 'Requests by status as a table' }).click()
    const rows = chart.getByRole('region', { name: 'Numbers of Requests by status' }).getByRole('row')
    await rows.nth(24).waitFor()
    const before = await rows.locator('td:last-child').allTextContents()
    assert.ok(before.includes('1'), before.join())
    // Groups that cannot be added up have no line of all requests.
    assert.equal(await tile(page, 'Latency p95 by model').getByText('Previous period').count(), 0)
  })
})
