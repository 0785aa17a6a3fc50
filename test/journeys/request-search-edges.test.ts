import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { idsIn, searchPage, searchPath } from './support/request-search.ts'
import { log, logCall, readBack } from './support/requests.ts'
import { chat, user } from './support/templates.ts'

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('request search with unusual input', () => {
  const app = appOfSuite()

  const refusalOf = async (body: object) => {
    const { status, body: answer } = await app.api.post(searchPath, body)
    assert.equal(status, 400)
    return answer.message as string
  }

  it('refuses more than 100 groups, even empty groups', async () => {
    const empty = (many: number) => ({ filter_group: { filters: times(many, () => ({ filters: [] })) } })
    await searchPage(app.api, empty(99))
    assert.equal(await refusalOf(empty(100)), 'filter_group.filters.99: a search may have at most 100 groups')
    const many = await app.api.post(searchPath, empty(9_000))
    assert.equal(many.status, 422)
    assert.match(many.body.message, /^body\.filter_group\.filters: must have at most \d+ items/)
  })

  it('answers a hundred filters of every kind', async () => {
    const { api } = await app.newWorkspace()
    const id = await log(api, { input: chat(user('alpha')), tags: ['a'], score: 50, score_name: 'tone' })
    const texts = (prefix: string) => times(100, (index) => `${prefix}${index}`)
    const filters = {
      tags: times(100, (index) => ({ field: 'tags', operator: 'not_in', value: texts(`t${index}-`) })),
      texts: times(100, (index) => ({ field: 'input_text', operator: 'not_contains', value: `q${index}` })),
      scores: times(100, (index) => ({ field: 'score', operator: 'neq', value: index > 49 ? 0 : index })),
      ids: times(100, () => ({
        field: 'pl_id',
        operator: 'in',
        value: times(100, (index) => id + index),
      })),
    }
    for (const [kind, each] of Object.entries(filters))
      assert.deepEqual(idsIn(await searchPage(api, { filter_group: { filters: each } })), [id], kind)
    for (const [kind, each] of Object.entries(filters).slice(1, 3)) {
      const positive = each.map((filter) => ({ ...filter, operator: kind === 'texts' ? 'contains' : 'eq' }))
      assert.deepEqual(idsIn(await searchPage(api, { filter_group: { filters: positive } })), [], kind)
    }
  })

  it('finds a letter in its composed and decomposed form', async () => {
    const { api } = await app.newWorkspace()
    const forms = ['caf\u00e9', 'cafe\u0301']
    const ids = []
    for (const form of forms) ids.push(await log(api, { input: chat(user(form)), metadata: { place: form } }))
    for (const form of [...forms, 'CAFE\u0301'])
      for (const filter of [
        { field: 'input_text', operator: 'contains', value: form },
        { field: 'metadata', operator: 'key_contains', nested_key: 'place', value: form },
      ])
        assert.deepEqual(
          idsIn(await searchPage(api, { filter_group: { filters: [filter] } })).toSorted((a, b) => a - b),
          ids,
          `${filter.field} ${form}`,
        )
  })

  it('finds metadata by an integer that exceeds the precision of a double', async () => {
    const { api } = await app.newWorkspace()
    const body = JSON.stringify(logCall({ metadata: { user: 'ID' } })).replace('"ID"', '123456789012345678')
    const { id } = (await api.post('/log-request', body)).body
    const filter = {
      field: 'metadata',
      operator: 'key_equals',
      nested_key: 'user',
      value: '123456789012345678',
    }
    assert.deepEqual(idsIn(await searchPage(api, { filter_group: { filters: [filter] } })), [id])
  })

  it('shows requests with impossible token counts', async () => {
    const { api } = await app.newWorkspace()
    const most = Number.MAX_SAFE_INTEGER
    const counts = { input_tokens: most, cache_read_input_tokens: most, cache_creation_input_tokens: most }
    const google = { prompt_token_count: most, tool_use_prompt_token_count: most, thoughts_token_count: 7 }
    const ids = [
      await log(api, { usage: { ...counts, output_tokens: 5 } }),
      await log(api, { usage: google, input_tokens: 3 }),
    ]
    const { items } = await searchPage(api, { sort_order: 'asc' })
    assert.deepEqual(idsIn({ items }), ids)
    assert.deepEqual(
      items.map((item: Record<string, number>) => [item['input_tokens'], item['output_tokens']]),
      [
        [0, 5],
        [0, 7],
      ],
    )
    for (const id of ids) assert.equal((await readBack(api, id)).request_id, id)
  })

  it('returns the total after the last page too', async () => {
    const { api } = await app.newWorkspace()
    for (const _ of [1, 2, 3]) await log(api, {})
    const { items, total, total_is_exact, pages, has_next } = await searchPage(api, {
      page: 40,
      per_page: 25,
    })
    assert.deepEqual(
      { items, total, total_is_exact, pages, has_next },
      { items: [], total: 3, total_is_exact: true, pages: 1, has_next: false },
    )
  })

  it('finds emoji, and punctuation if the query has no words', async () => {
    const { api } = await app.newWorkspace()
    const glad = await log(api, { input: chat(user('So glad 😀!')) })
    const sad = await log(api, { input: chat(user('So sad 😢 ?!')) })
    const find = async (q: string) => idsIn(await searchPage(api, { q }))
    assert.deepEqual(await find('😀'), [glad])
    assert.deepEqual(await find('so 😢'), [sad])
    assert.deepEqual(await find('glad 😢'), [])
    assert.deepEqual(await find('?!'), [sad])
    assert.deepEqual(await find('so, sad?'), [sad])
    assert.deepEqual(await find('  '), [sad, glad])
    const german = await log(api, { input: chat(user('So far 🇩🇪')) })
    const french = await log(api, { input: chat(user('So far 🇫🇷')) })
    assert.deepEqual(await find('so 🇩🇪'), [german])
    assert.deepEqual(await find('🇫🇷 far'), [french])
  })

  it('finds words of scripts without spaces', async () => {
    const { api } = await app.newWorkspace()
    const say = (text: string) => log(api, { input: chat(user(text)) })
    const [tokyo, kyoto, thai] = [await say('東京タワー'), await say('京の東'), await say('สวัสดีชาวโลก')]
    const long = '北京是中华人民共和国的首都位于华北平原的北部背靠燕山毗邻天津市和河北省'
    const [user_id, sentence] = [await say('ユーザーIDです'), await say(`${long}。`)]
    const [korean, korea] = [await say('고객이 왔다'), await say('고기')]
    const find = async (q: string) => idsIn(await searchPage(api, { q }))
    assert.deepEqual(await find('東京'), [tokyo])
    assert.deepEqual(await find('京'), [sentence, kyoto, tokyo])
    assert.deepEqual(await find('京 東'), [kyoto, tokyo])
    assert.deepEqual(await find('タワー'), [tokyo])
    assert.deepEqual(await find('ID'), [user_id])
    assert.deepEqual(await find('ユーザーid'), [user_id])
    assert.deepEqual(await find('ชาวโลก'), [thai])
    assert.deepEqual(await find('โลกชาว'), [])
    assert.deepEqual(await find(long), [sentence])
    assert.deepEqual(await find('고객'), [korean])
    assert.deepEqual(await find('고'), [korea, korean])
  })

  it('refuses a cursor with an unknown status', async () => {
    for (const status of ['\u0000', 'success', ''])
      assert.equal(
        await refusalOf({
          sort_by: 'status',
          cursor: Buffer.from(JSON.stringify(['status', true, status, 1, 1, true])).toString('base64url'),
        }),
        'cursor: is not a cursor that a search returned',
      )
  })
})
