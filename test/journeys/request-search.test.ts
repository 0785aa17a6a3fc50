import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { idsIn, searchAll, searchPage, searchPath } from './support/request-search.ts'
import { log } from './support/requests.ts'
import { chat, completion, message, publish, user } from './support/templates.ts'

const by = (field: string, operator: string, value?: unknown, nested_key?: string) => ({
  filter_group: { logic: 'AND', filters: [{ field, operator, value, nested_key }] },
})
const at = (minute: number) => ({
  request_start_time: Date.UTC(2026, 10, 20, 10, minute),
  request_end_time: Date.UTC(2026, 10, 20, 10, minute, 2),
})

describe('request search', () => {
  const app = appOfSuite()

  it('shows matching requests, newest first', async () => {
    const { api } = await app.newWorkspace()
    const older = await log(api, {
      ...at(1),
      tags: ['a'],
      metadata: { customer: 'ada', plan: { seats: 3 } },
      price: 0.5,
    })
    const newer = await log(api, {
      ...at(2),
      tags: ['a', 'b'],
      score: 80,
      score_name: 'tone',
      input_tokens: 7,
    })
    const page = await searchPage(api, by('tags', 'contains', 'a'))
    assert.deepEqual(idsIn(page), [newer, older])
    assert.deepEqual(
      { ...page, items: [] },
      {
        success: true,
        items: [],
        page: 1,
        pages: 1,
        per_page: 10,
        total: 2,
        total_is_exact: true,
        has_next: false,
        has_prev: false,
        next_num: null,
        prev_num: null,
        next_cursor: null,
      },
    )
    const [first, second] = page.items
    assert.deepEqual(first.tags_array, ['a', 'b'])
    assert.deepEqual(first.scores, [{ name: 'tone', score: 80 }])
    assert.equal(first.input_tokens, 7)
    assert.equal(second.engine, 'gpt-4o-mini')
    assert.equal(second.provider_type, 'openai')
    assert.equal(second.latency, 2)
    assert.equal(second.latency_ms, 2000)
    assert.equal(second.request_start_time, '2026-11-20T10:01:00.000Z')
    assert.deepEqual(second.metadata, [
      { key: 'customer', value: 'ada' },
      { key: 'plan', value: { seats: 3 } },
    ])
    assert.ok(!('prompt_name' in first))
    assert.deepEqual(idsIn(await searchPage(api, by('metadata', 'key_equals', 3, 'plan.seats'))), [older])
    assert.deepEqual(idsIn(await searchPage(api, { sort_by: 'cost', sort_order: 'desc' })), [older, newer])
  })

  it('accepts filters without a group, and refuses unknown fields', async () => {
    const { api } = await app.newWorkspace()
    const first = await log(api, { ...at(1), tags: ['a', 'b'] })
    const second = await log(api, { ...at(2), tags: ['a'] })
    const tagged = (value: string) => ({ field: 'tags', operator: 'contains', value })
    assert.deepEqual(idsIn(await searchPage(api, { filters: [tagged('a'), tagged('b')] })), [first])
    assert.deepEqual(idsIn(await searchPage(api, { filters: [] })), [second, first])
    const both = { filters: [tagged('b')], filter_group: { filters: [tagged('a')] } }
    assert.deepEqual(idsIn(await searchPage(api, both)), [first])
    for (const [body, status, field] of [
      [{ filters: 'garbage' }, 422, 'filters'],
      [{ filters: [{ field: 'tags', operator: 'gt', value: 1 }] }, 400, 'filters.0.operator'],
      [{ filter: { tags: ['a'] } }, 422, 'filter'],
      [{ filter_group: { filters: [tagged('a')], operator: 'OR' } }, 400, 'filter_group.operator'],
    ] as const) {
      const reply = await api.post(searchPath, body)
      assert.equal(reply.status, status)
      assert.ok(JSON.stringify(reply.body).includes(field), `${JSON.stringify(reply.body)} names ${field}`)
    }
    const charts = { customCharts: [{ id: 'n', chartType: 'line', metric: 'count' }], filters: [] }
    assert.equal((await api.post('/api/public/v2/requests/analytics/custom-analytics', charts)).status, 422)
  })

  it('compares long values whole, and metadata as numbers', async () => {
    const { api } = await app.newWorkspace()
    const long = 'x'.repeat(300)
    const [one, other] = [`${long}a`, `${long}b`]
    const first = await log(api, { ...at(1), tags: [one], metadata: { note: one, seats: 9, share: '0.25' } })
    const second = await log(api, {
      ...at(2),
      tags: [other],
      metadata: { note: other, seats: '10', share: 'no' },
    })
    const idsOf = async (...filter: Parameters<typeof by>) => idsIn(await searchPage(api, by(...filter)))
    assert.deepEqual(await idsOf('metadata', 'key_equals', one, 'note'), [first])
    assert.deepEqual(await idsOf('metadata', 'key_not_equals', one, 'note'), [second])
    assert.deepEqual(await idsOf('metadata', 'in', [one, other], 'note'), [second, first])
    assert.deepEqual(await idsOf('tags', 'contains', other), [second])
    // The hash that replaces the rest of a value is not searchable.
    assert.deepEqual(await idsOf('metadata', 'key_contains', '…', 'note'), [])
    assert.deepEqual(await idsOf('metadata', 'gt', 9, 'seats'), [second])
    assert.deepEqual(await idsOf('metadata', 'between', [9, 10], 'seats'), [second, first])
    assert.deepEqual(await idsOf('metadata', 'lt', 1, 'share'), [first])
    assert.deepEqual(await idsOf('metadata', 'lte', 1, 'note'), [])
  })

  it('matches the texts of messages, not their roles', async () => {
    const { api } = await app.newWorkspace()
    const refund = await log(api, {
      ...at(1),
      input: chat(message('system', 'Be brief.'), user('Refund me')),
    })
    const named = await log(api, { ...at(2), input: chat(user('A user complains')) })
    const idsOf = async (...filter: Parameters<typeof by>) => idsIn(await searchPage(api, by(...filter)))
    assert.deepEqual(await idsOf('input_text', 'starts_with', 'be brief'), [refund])
    assert.deepEqual(await idsOf('input_text', 'starts_with', '[system] Be'), [refund])
    assert.deepEqual(await idsOf('input_text', 'starts_with', 'refund'), [])
    assert.deepEqual(idsIn(await searchPage(api, { q: 'user' })), [named])
    assert.deepEqual(idsIn(await searchPage(api, { q: 'refund' })), [refund])
  })

  it('pages through the matches, and counts them', async () => {
    const { api } = await app.newWorkspace()
    const ids: number[] = []
    for (let minute = 0; minute < 7; minute++) ids.unshift(await log(api, at(minute)))
    const second = await searchPage(api, { page: 2, per_page: 3 })
    assert.deepEqual(idsIn(second), ids.slice(3, 6))
    assert.deepEqual(
      [second.total, second.pages, second.has_next, second.has_prev, second.next_num, second.prev_num],
      [7, 3, true, true, 3, 1],
    )
    const third = await searchPage(api, { page: 3, per_page: 3 })
    assert.deepEqual(idsIn(third), ids.slice(6))
    assert.deepEqual([third.has_next, third.next_cursor], [false, null])
    assert.deepEqual(idsIn(await searchPage(api, { page: 9, per_page: 3 })), [])
  })

  it('lists each request once by cursor while other requests arrive', async () => {
    const { api } = await app.newWorkspace()
    const ids: number[] = []
    for (let minute = 0; minute < 30; minute++)
      ids.unshift(await log(api, { ...at(minute), tags: ['steady'] }))
    const pagedIds: number[] = []
    let cursor: string | null = null
    do {
      const page: { items: { id: number }[]; next_cursor: string | null } = await searchPage(api, {
        ...by('tags', 'contains', 'steady'),
        per_page: 4,
        cursor,
      })
      pagedIds.push(...idsIn(page))
      cursor = page.next_cursor
      await Promise.all([40, 41, 42].map((minute) => log(api, { ...at(minute), tags: ['steady'] })))
    } while (cursor !== null)
    assert.deepEqual(pagedIds, ids)
  })

  it('pages through requests with equal times', async () => {
    const { api } = await app.newWorkspace()
    const ids = await Promise.all(Array.from({ length: 30 }, () => log(api, at(1))))
    const expected = ids.sort((a, b) => b - a)
    assert.deepEqual(await searchAll(api, {}), expected)
    assert.deepEqual(await searchAll(api, { sort_by: 'status', sort_order: 'asc' }), [...expected].reverse())
  })

  it('finds words by prefix, in any case, in input and output', async () => {
    const { api } = await app.newWorkspace()
    const id = await log(api, {
      input: chat(user('Where is my REFUND, café owner?')),
      output: chat(message('assistant', 'It left on Tuesday.')),
    })
    await log(api)
    for (const q of ['refund', 'ref', 'Refund tues', 'my refund', 'cafe', 'CAFÉ', 'left on']) {
      assert.deepEqual(idsIn(await searchPage(api, { q })), [id], q)
    }
    for (const q of ['efund', 'm']) assert.deepEqual(idsIn(await searchPage(api, { q })), [], q)
    assert.deepEqual(idsIn(await searchPage(api, by('input_text', 'contains', 'efund, CAF'))), [id])
    assert.deepEqual(idsIn(await searchPage(api, by('input_text', 'starts_with', '[user] where'))), [id])
    assert.deepEqual(idsIn(await searchPage(api, by('output_text', 'ends_with', 'TUESDAY.'))), [id])
    assert.deepEqual(idsIn(await searchPage(api, { q: '\uE000' })), [])
  })

  it('finds keys of JSON answers, tools and variables', async () => {
    const { api } = await app.newWorkspace()
    const json = await log(api, {
      output: chat(message('assistant', '{"order": {"items": [{"sku": 1}, {"sku": 2}]}}')),
    })
    const call = await log(api, {
      output: chat({
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: '1', type: 'function', function: { name: 'look_up', arguments: '{"city": "Rome"}' } },
        ],
      }),
      prompt_input_variables: { who: { name: 'Ada' } },
    })
    const plain = await log(api)
    const idsOf = async (...filter: Parameters<typeof by>) => idsIn(await searchPage(api, by(...filter)))
    assert.deepEqual(await idsOf('output', 'key_equals', 2, 'order.items.sku'), [json])
    assert.deepEqual(await idsOf('output_keys', 'contains', 'order.items.sku'), [json])
    assert.deepEqual(await idsOf('is_json', 'is_true'), [json])
    assert.deepEqual(await idsOf('is_tool_call', 'is_true'), [call])
    assert.deepEqual(await idsOf('is_plain_text', 'is_true'), [plain])
    assert.deepEqual(await idsOf('tool_names', 'contains', 'look_up'), [call])
    assert.deepEqual(await idsOf('output', 'key_equals', 'Rome', 'tool_calls.function.arguments.city'), [
      call,
    ])
    assert.deepEqual(await idsOf('input_variables', 'key_contains', 'AD', 'who.name'), [call])
  })

  it('includes tracked values at once', async () => {
    const { api } = await app.newWorkspace()
    const { id: prompt } = await publish(api, 'tracked', completion('Hi {name}'))
    const request = await log(api, { metadata: { stage: 'draft', kept: 1 } })
    const idsOf = async (...filter: Parameters<typeof by>) => idsIn(await searchPage(api, by(...filter)))
    await api.post('/rest/track-metadata', { request_id: request, metadata: { stage: 'final' } })
    assert.deepEqual(await idsOf('metadata', 'key_equals', 'final', 'stage'), [request])
    assert.deepEqual(await idsOf('metadata', 'key_equals', 'draft', 'stage'), [])
    assert.deepEqual(await idsOf('metadata', 'key_equals', '1', 'kept'), [request])
    await api.post('/rest/track-prompt', {
      request_id: request,
      prompt_name: 'tracked',
      version: 1,
      prompt_input_variables: { name: 'Grace' },
    })
    assert.deepEqual(await idsOf('prompt_id', 'eq', prompt), [request])
    assert.deepEqual(await idsOf('prompt_version_number', 'eq', 1), [request])
    assert.deepEqual(await idsOf('input_variables', 'key_equals', 'Grace', 'name'), [request])
    await api.post('/rest/track-score', { request_id: request, score: 33, name: 'tone' })
    const page = await searchPage(api, { include_prompt_name: true })
    assert.deepEqual(page.items[0].scores, [{ name: 'tone', score: 33 }])
    assert.equal(page.items[0].prompt_name, 'tracked')
  })

  it('previews the last user message on one line, if the search asks for it', async () => {
    const { api } = await app.newWorkspace()
    const chat = (...messages: (readonly [role: string, text: string])[]) => ({
      type: 'chat',
      messages: messages.map(([role, text]) => ({ role, content: [{ type: 'text', text }] })),
    })
    const long = 'word '.repeat(1_000)
    const inputs = [
      chat(['system', 'Be brief.'], ['user', 'First'], ['assistant', 'Yes?'], ['user', ' How\n\tmany? ']),
      chat(['system', 'Be brief.']),
      { type: 'completion', content: [{ type: 'text', text: 'Once upon' }] },
      chat(['user', long]),
      chat(['user', 'x'.repeat(600_000)]),
    ]
    const ids = []
    for (const input of inputs) ids.push(await log(api, { input }))
    const { items } = await searchPage(api, { include_input_preview: true })
    const previews = new Map(
      items.map(({ id, input_preview }: { id: number; input_preview: unknown }) => [id, input_preview]),
    )
    const expected = ['How many?', null, 'Once upon', long.slice(0, 200), null]
    assert.deepEqual(
      ids.map((id) => previews.get(id)),
      expected,
    )
    const [plain] = (await searchPage(api, {})).items
    assert.equal('input_preview' in plain, false)
  })

  it('previews the output of each listed request, if the search asks for it', async () => {
    const { api } = await app.newWorkspace()
    const call = {
      id: 'call-1',
      type: 'function',
      function: { name: 'find_order', arguments: '{"id":"A-1"}' },
    }
    const answers = [
      { type: 'chat', messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Of\n course.' }] }] },
      { type: 'chat', messages: [{ role: 'assistant', content: [], tool_calls: [call] }] },
      { type: 'chat', messages: [] },
    ]
    const ids = []
    for (const output of answers) ids.push(await log(api, { output }))
    const completion = (text: string) => ({ type: 'completion', content: [{ type: 'text', text }] })
    ids.push(await log(api, { input: completion('Once upon'), output: completion('a time') }))
    const { items } = await searchPage(api, { include_output_preview: true })
    const previews = new Map(
      items.map(({ id, output_preview }: { id: number; output_preview: unknown }) => [id, output_preview]),
    )
    assert.deepEqual(
      ids.map((id) => previews.get(id)),
      ['Of course.', 'find_order({"id":"A-1"})', null, 'a time'],
    )
    assert.equal('input_preview' in items[0], false)
  })

  it('finds no request of another workspace', async () => {
    const [mine, other] = [await app.newWorkspace(), await app.newWorkspace()]
    await log(other.api, { tags: ['secret'], metadata: { who: 'them' } })
    for (const body of [
      {},
      { q: 'hello' },
      by('tags', 'contains', 'secret'),
      by('metadata', 'key_equals', 'them', 'who'),
    ])
      assert.deepEqual(idsIn(await searchPage(mine.api, body)), [])
  })

  const refusals: readonly [string, object, number, RegExp][] = [
    [
      'an operator of another kind',
      by('cost', 'contains', 1),
      400,
      /filter_group\.filters\.0\.operator: .*between/,
    ],
    ['an unknown field', by('colour', 'is', 'red'), 422, /filter_group\.filters\.0\.field/],
    ['text for a number', by('cost', 'gt', 'much'), 400, /filters\.0\.value: must be a number/],
    ['half a range', by('cost', 'between', [1]), 400, /filters\.0\.value: must be an array of two/],
    [
      'text for a time',
      by('request_start_time', 'after', 'soon'),
      400,
      /filters\.0\.value: must be an ISO 8601/,
    ],
    [
      'a nested field without a key',
      by('metadata', 'key_equals', 'x'),
      400,
      /filters\.0\.nested_key: is required/,
    ],
    ['an empty text', by('input_text', 'contains', ''), 400, /must not be empty/],
    ['too many values', by('tags', 'in', Array(101).fill('a')), 422, /at most 100 items/],
    ['a page too deep', { page: 1001 }, 400, /page: pages reach only the first 10000/],
    [
      'too many words',
      { q: Array.from({ length: 21 }, (_, index) => `w${index}`).join(' ') },
      400,
      /q: .*20 words/,
    ],
    ['an invalid cursor', { cursor: 'bm8' }, 400, /cursor: is not a cursor that a search returned/],
    ['too large a page', { per_page: 26 }, 422, /per_page/],
  ]
  for (const [fault, body, status, text] of refusals)
    it(`refuses ${fault}, and names the field`, async () => {
      const reply = await app.api.post(searchPath, body)
      assert.equal(reply.status, status, JSON.stringify(reply.body))
      assert.match(reply.body.message, text)
    })

  it('limits the depth and the number of filters', async () => {
    let deep: object = { field: 'cost', operator: 'eq', value: 1 }
    for (let depth = 0; depth < 11; depth++) deep = { logic: 'AND', filters: [deep] }
    const nested = await app.api.post(searchPath, { filter_group: deep })
    assert.equal(nested.status, 400)
    assert.match(nested.body.message, /^filter_group(\.filters\.0){10}: groups may nest 10 deep/)
    const filters = Array(101).fill({ field: 'cost', operator: 'eq', value: 1 })
    const many = await app.api.post(searchPath, { filter_group: { logic: 'OR', filters } })
    assert.match(many.body.message, /filter_group\.filters\.100: .*100 filters/)
  })

  it('orders requests by a score, page by page, and leaves out requests whose score is not a number', async () => {
    const { api } = await app.newWorkspace()
    const logScored = async (minute: number, ...scores: readonly object[]) => {
      const id = await log(api, at(minute))
      const subject = { subject_type: 'request', subject_id: String(id), name: 'tone' }
      for (const score of scores)
        assert.equal((await api.post('/api/public/v2/scores', { ...subject, ...score })).status, 201)
      return id
    }
    const half = await logScored(1, { value: 0.25, source: 'judge' }, { value: 0.75, source: 'person' })
    const yes = await logScored(2, { value: true })
    await logScored(3, { value: 'warm' })
    await log(api, at(4))
    const [low, high, equal] = await Promise.all(
      [0, 80, 80].map((score, index) => log(api, { ...at(5 + index), score, score_name: 'tone' })),
    )
    // A logged score of 0 with a name is a score.
    const rising = [low!, half, yes, ...[high!, equal!].sort((a, b) => a - b)]
    const order = { sort_by: 'score', sort_score_name: 'tone' }
    for (const per_page of [1, 2, 25]) {
      const ids: number[] = []
      for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
        const page: { items: { id: number }[]; next_cursor: string | null; total: number } = await searchPage(
          api,
          { ...order, sort_order: 'asc', per_page, ...(cursor !== null && { cursor }) },
        )
        assert.equal(page.total, 5)
        ids.push(...idsIn(page))
        cursor = page.next_cursor
      }
      assert.deepEqual(ids, rising)
    }
    const { items, next_cursor: cursor } = await searchPage(api, { ...order, per_page: 4 })
    assert.deepEqual(idsIn({ items }), rising.toReversed().slice(0, 4))
    assert.deepEqual(
      items.map(({ sort_score }: { sort_score: number }) => sort_score),
      [80, 80, 1, 0.5],
    )
    const narrowed = { ...order, ...by('request_start_time', 'after', '2026-11-20T10:04:30Z') }
    assert.deepEqual(await searchAll(api, narrowed), [...rising.slice(3).toReversed(), low])
    assert.deepEqual(await searchAll(api, { ...order, sort_score_name: 'none' }), [])
    const plain = await searchPage(api, {})
    assert.equal('sort_score' in plain.items[0], false)
    for (const [body, message] of [
      [{ sort_by: 'score' }, /^sort_score_name: must name/],
      [{ sort_score_name: 'tone' }, /^sort_score_name: is only for/],
      [{ ...order, sort_score_name: 'other', cursor }, /another order/],
      [{ cursor }, /another order|not a cursor/],
    ] as const) {
      const reply = await api.post(searchPath, body)
      assert.equal(reply.status, 400, JSON.stringify(reply.body))
      assert.match(reply.body.message, message)
    }
  })

  it('refuses a cursor in another order', async () => {
    const { api } = await app.newWorkspace()
    for (let minute = 0; minute < 2; minute++) await log(api, at(minute))
    const { next_cursor: cursor } = await searchPage(api, { per_page: 1 })
    const reply = await api.post(searchPath, { cursor, sort_by: 'cost' })
    assert.equal(reply.status, 400)
    assert.match(reply.body.message, /another order/)
  })

  it('matches unusual keys and values literally', async () => {
    const { api } = await app.newWorkspace()
    const names = [
      'constructor',
      'a.b',
      `"'\`;--`,
      '😀',
      'x\u0000y',
      '\ud800',
      '%',
      '__proto__x',
      'k'.repeat(1000),
    ]
    for (const name of names) {
      const id = await log(api, { tags: [name.slice(0, 500)], metadata: { [name]: name } })
      assert.deepEqual(idsIn(await searchPage(api, by('metadata', 'key_equals', name, name))), [id], name)
      assert.deepEqual(idsIn(await searchPage(api, by('metadata_keys', 'contains', name))), [id], name)
      assert.deepEqual(
        idsIn(await searchPage(api, by('tags', 'in', [name.slice(0, 500), 'other']))),
        [id],
        name,
      )
      await searchPage(api, { q: name })
    }
    const raw = '{"tags": [], "metadata": {"__proto__": {"x": "y"}}, "__proto__": {}}'
    await api.post('/log-request', raw)
    assert.deepEqual(idsIn(await searchPage(api, by('metadata', 'key_equals', 'y', 'x'))), [])
  })
})
