import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { assertRefused, completion, publish, userChat } from './support/templates.ts'

describe('the list of templates', () => {
  const app = appOfSuite({ now: () => now })
  /** The app's clock; publications are an hour apart. */
  let now = Date.UTC(2026, 0, 1)
  const times: string[] = []
  before(async () => {
    const add = async (
      ...[name, template, options]: Parameters<typeof publish> extends [unknown, ...infer R] ? R : never
    ) => {
      now += 3_600_000
      times.push(new Date(now).toISOString())
      return publish(app.api, name, template, options)
    }
    await add('apple', userChat('a'), { tags: ['fruit', 'red'], labels: ['prod'] })
    await add('Banana', userChat('b'), {
      tags: ['fruit'],
      externalIds: [{ source: 'crm', external_id: '7' }],
    })
    await add('carrot 100%', completion('c'), { tags: ['Root'] })
    await add('dill_weed', userChat('d'), { labels: ['prod'] })
    await add('apple', userChat('a2'))
  })

  const list = async (query = '') => {
    return bodyOf(await app.api.get(`/prompt-templates${query}`))
  }
  const names = async (query = '') =>
    (await list(query)).items.map((item: { prompt_name: string }) => item.prompt_name)

  it('has the newest first, 30 on a page', async () => {
    assert.deepEqual(await names(), ['dill_weed', 'carrot 100%', 'Banana', 'apple'])
    const { items, ...page } = await list()
    assert.deepEqual(page, {
      page: 1,
      per_page: 30,
      pages: 1,
      total: 4,
      has_next: false,
      has_prev: false,
      next_num: null,
      prev_num: null,
    })
    const [apple] = items.slice(-1)
    assert.deepEqual([apple.version, apple.tags, apple.is_snippet], [2, ['fruit', 'red'], false])
    assert.deepEqual([apple.created_at, apple.updated_at], [times[0], times[4]])
    assert.deepEqual(items[2].external_ids, [{ source: 'crm', external_id: '7' }])
  })

  it('has pages', async () => {
    assert.deepEqual(await names('?per_page=3'), ['dill_weed', 'carrot 100%', 'Banana'])
    assert.equal((await list('?per_page=3')).next_num, 2)
    const last = await list('?per_page=3&page=2')
    assert.deepEqual(
      [last.items.length, last.pages, last.has_next, last.has_prev, last.next_num, last.prev_num],
      [1, 2, false, true, null, 1],
    )
    const beyond = await list('?per_page=3&page=3')
    assert.deepEqual([beyond.items, beyond.total], [[], 4])
  })

  it('sorts by each field, either way', async () => {
    assert.deepEqual(await names('?sort_by=updated_at'), ['apple', 'dill_weed', 'carrot 100%', 'Banana'])
    assert.deepEqual(await names('?sort_by=id&sort_order=asc'), [
      'apple',
      'Banana',
      'carrot 100%',
      'dill_weed',
    ])
    assert.deepEqual(await names('?sort_by=created_at&sort_order=asc'), [
      'apple',
      'Banana',
      'carrot 100%',
      'dill_weed',
    ])
    const byName = await names('?sort_by=name&sort_order=asc')
    assert.deepEqual([...byName].reverse(), await names('?sort_by=name&sort_order=desc'))
    assert.deepEqual([...byName].sort(), ['Banana', 'apple', 'carrot 100%', 'dill_weed'])
    assert.deepEqual(byName.slice(-2), ['carrot 100%', 'dill_weed'])
  })

  it('filters by name, with every character literal', async () => {
    assert.deepEqual(await names('?name=AN'), ['Banana'])
    assert.deepEqual(await names('?name=%25'), ['carrot 100%'])
    assert.deepEqual(await names('?name=_'), ['dill_weed'])
    assert.deepEqual(await names('?name=nothing'), [])
  })

  it('filters by tags, all of them', async () => {
    assert.deepEqual(await names('?tags=fruit'), ['Banana', 'apple'])
    assert.deepEqual(await names('?tags=fruit&tags=red'), ['apple'])
    assert.deepEqual(await names('?tags=fruit,red'), ['apple'])
    assert.deepEqual(await names('?tags=fru'), [])
  })

  it('filters by label, and shows the version that the label points at', async () => {
    const { items } = await list('?label=prod')
    const versions = items.map((item: { prompt_name: string; version: number }) => [
      item.prompt_name,
      item.version,
    ])
    assert.deepEqual(versions, [
      ['dill_weed', 1],
      ['apple', 1],
    ])
  })

  it('filters by external id, kind, and status', async () => {
    assert.deepEqual(await names('?external_source=crm&external_id=7'), ['Banana'])
    assert.deepEqual(await names('?external_source=erp&external_id=7'), [])
    assert.deepEqual(await names('?is_snippet=true'), ['carrot 100%'])
    assert.equal((await names('?is_snippet=false')).length, 3)
    assert.deepEqual(await names('?status=deleted'), [])
    assert.equal((await names('?status=all')).length, 4)
    assert.deepEqual(await names('?created_by_email=ada@example.com'), [])
  })

  it('filters by time, with any offset', async () => {
    assert.deepEqual(await names(`?created_after=${times[2]}`), ['dill_weed', 'carrot 100%'])
    assert.deepEqual(await names(`?created_before=${times[1]}`), ['Banana', 'apple'])
    assert.deepEqual(await names(`?updated_after=${times[4]}`), ['apple'])
    assert.deepEqual(await names(`?updated_before=${times[1]}`), ['Banana'])
    const offset = encodeURIComponent('2026-01-01T06:00:00+03:00')
    assert.deepEqual(await names(`?created_after=${offset}`), ['dill_weed', 'carrot 100%'])
  })

  it('refuses invalid values', async () => {
    const get = (query: string) => app.api.get(`/prompt-templates?${query}`)
    assertRefused(await get('page=0'), 422, 'query.page')
    assertRefused(await get('per_page=0'), 422, 'query.per_page')
    assertRefused(await get('sort_by=price'), 422, 'query.sort_by')
    assertRefused(await get('sort_order=up'), 422, 'query.sort_order')
    assertRefused(await get('status=lost'), 422, 'query.status')
    assertRefused(await get('created_after=yesterday'), 422, 'query.created_after')
    assertRefused(await get('external_source=crm'), 422, 'query.external_id')
    assertRefused(await get('external_id=7'), 422, 'query.external_id')
  })

  it('belongs to one workspace', async () => {
    const stranger = await app.newWorkspace()
    const { body } = await stranger.api.get('/prompt-templates')
    assert.deepEqual([body.items, body.total, body.pages], [[], 0, 0])
  })
})
