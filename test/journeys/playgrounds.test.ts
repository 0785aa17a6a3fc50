import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { bodyOf } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { joinAs, startWithAda, type Visitor } from './support/browser-api.ts'

const path = endpoints.createPlayground.path
const { content } = endpoints.createPlayground.example.body!

describe('playgrounds', () => {
  let app: TestApp
  let ada: Visitor
  before(async () => {
    const started = await startWithAda()
    app = started.app
    ada = started.visitor
  })
  after(() => app.close())

  const create = async (name: string, body: object = content) => {
    return bodyOf(await app.api.post(path, { name, content: body }), 201).playground
  }

  it('keep turns, tools, schemas, models and long numbers, and name the author of a change', async () => {
    const parameters =
      '{"seed":12345678901234567890,"response_format":{"type":"json_schema","json_schema":{}}}'
    const template = {
      type: 'chat',
      messages: [
        { role: 'user', content: [{ type: 'text', text: '{question}' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', content: [{ type: 'text', text: '7' }], tool_call_id: 'a' },
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    }
    const text = JSON.stringify({
      name: 'All of it',
      content: {
        variants: [
          {
            prompt: 'greeting',
            version: 3,
            edited: true,
            template,
            metadata: { model: { provider: 'openai', name: 'gpt-4o-mini', parameters: 'PARAMETERS' } },
          },
        ],
        cases: [{ values: { question: 'Why?', list: { json: '[1, ' } } }],
      },
    }).replace('"PARAMETERS"', parameters)
    const { status, body } = await app.api.post(path, text)
    assert.equal(status, 201, JSON.stringify(body))
    const { id } = body.playground
    const raw = await fetch(`${app.baseUrl}${path}/${id}`, { headers: { 'X-API-KEY': app.key } })
    const answer = await raw.text()
    assert.ok(answer.includes('12345678901234567890'), answer)
    const read = JSON.parse(answer).playground
    const [variant] = read.content.variants
    assert.equal(variant.edited, true)
    assert.deepEqual(
      variant.template.messages.map(({ role }: { role: string }) => role),
      ['user', 'assistant', 'tool'],
    )
    assert.equal(variant.template.tools[0].function.name, 'f')
    assert.deepEqual(read.content.cases[0].values, { question: 'Why?', list: { json: '[1, ' } })
    assert.equal(read.created_by.kind, 'key')
    const renamed = await ada.send('PATCH', `/playgrounds/${id}`, { base_version: 1, name: 'Renamed' })
    assert.equal(renamed.status, 200)
    assert.deepEqual(renamed.body.playground.updated_by, { kind: 'person', name: 'Ada' })
    assert.deepEqual(
      [renamed.body.playground.name, renamed.body.playground.version, renamed.body.playground.models],
      ['Renamed', 2, ['gpt-4o-mini']],
    )
    assert.equal(renamed.body.playground.content.variants.length, 1)
  })

  it('refuse a change that is based on an older version', async () => {
    const { id } = await create('Contested')
    const mine = { base_version: 1, name: 'Mine' }
    const answers = await Promise.all([
      app.api.patch(`${path}/${id}`, mine),
      app.api.patch(`${path}/${id}`, { base_version: 1, name: 'Theirs' }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const refused = answers.find(({ status }) => status === 409)!
    assert.match(refused.body.message, /version 2/)
    const accepted = answers.find(({ status }) => status === 200)!
    assert.equal((await app.api.get(`${path}/${id}`)).body.playground.name, accepted.body.playground.name)
    assert.equal((await app.api.patch(`${path}/${id}`, { ...mine, base_version: 7 })).status, 409)
  })

  it('are listed page by page, the latest changed first, and filtered by a part of the name', async () => {
    const ids: number[] = []
    for (const name of ['Alpha 100%', 'alpha_2', 'Alpha 3']) ids.push((await create(name)).id)
    await app.api.patch(`${path}/${ids[0]}`, { base_version: 1, name: 'Alpha 100% now' })
    const list = async (query: string) => (await app.api.get(`${path}?${query}`)).body
    const page = await list('name=ALPHA&per_page=2')
    assert.deepEqual(
      [page.total, page.playgrounds.map(({ name }: { name: string }) => name)],
      [3, ['Alpha 100% now', 'Alpha 3']],
    )
    assert.deepEqual(
      (await list('name=alpha&per_page=2&page=2')).playgrounds.map(({ id }: { id: number }) => id),
      [ids[1]],
    )
    assert.equal((await list('name=100%25')).total, 1)
    assert.equal((await list('name=a_2')).total, 1)
    assert.equal('content' in page.playgrounds[0], false)
    assert.equal((await app.api.get(`${path}?per_page=251`)).status, 422)
  })

  it('are read by viewers and changed by contributors only, and each change is in the audit log', async () => {
    const { id } = await create('Roles')
    const { visitor: viewer } = await joinAs(app, ada, 'viewer@example.com', 'viewer')
    assert.equal((await viewer.send('GET', `/playgrounds/${id}`)).status, 200)
    for (const [method, at, body] of [
      ['POST', '/playgrounds', { name: 'x', content }],
      ['PATCH', `/playgrounds/${id}`, { base_version: 1, name: 'x' }],
      ['DELETE', `/playgrounds/${id}`, undefined],
    ] as const)
      assert.equal((await viewer.send(method, at, body)).status, 403, method)
    assert.equal((await ada.send('DELETE', `/playgrounds/${id}`)).status, 200)
    assert.equal((await ada.send('DELETE', `/playgrounds/${id}`)).status, 404)
    const { body } = await ada.send('GET', '/audit-events?operation=delete_playground')
    assert.equal(body.audit_events[0].before.playground.name, 'Roles')
    assert.equal(body.audit_events[0].actor.name, 'Ada')
    const deleted = body.audit_events.map(({ params }: { params: { playground_id: unknown } }) =>
      Number(params.playground_id),
    )
    assert.equal(deleted.filter((one: number) => one === id).length, 1)
  })

  it('have audit events of their changes, without the content', async () => {
    const { id } = await create('Before')
    await ada.send('PATCH', `/playgrounds/${id}`, { base_version: 1, name: 'After', content })
    const { body } = await ada.send('GET', '/audit-events?operation=update_playground&limit=1')
    const [{ given, before, after }] = body.audit_events
    assert.deepEqual(given, { base_version: 1, name: 'After' })
    assert.deepEqual([before.playground.name, before.playground.version], ['Before', 1])
    assert.deepEqual([after.playground.name, after.playground.version], ['After', 2])
    assert.deepEqual([before.playground.content, after.playground.content], [undefined, undefined])
  })

  it('are refused if they are too large, with the name of the field', async () => {
    const many = { ...content, cases: Array.from({ length: 201 }, () => ({ values: {} })) }
    const refused = await app.api.post(path, { name: 'Many', content: many })
    assert.equal(refused.status, 422)
    assert.match(JSON.stringify(refused.body), /cases.*at most 200/)
    const variants = Array.from({ length: 7 }, () => content.variants[0])
    assert.equal((await app.api.post(path, { name: 'Many', content: { ...content, variants } })).status, 422)
    assert.equal((await app.api.post(path, { name: ' ', content })).status, 422)
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(9_000_000)}` } }
    const template = { type: 'chat', messages: [{ role: 'user', content: [image] }] }
    const large = { cases: [], variants: [{ prompt: null, template, metadata: null }] }
    assert.equal((await app.api.post(path, { name: 'Large', content: large })).status, 413)
  })
})
