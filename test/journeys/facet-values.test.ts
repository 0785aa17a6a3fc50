import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { appOfSuite } from '../kit/app.ts'
import { logFrom } from './support/requests.ts'

interface Facet {
  readonly values: readonly { readonly value: string; readonly label?: string; readonly requests: number }[]
  readonly has_more: boolean
}

describe('the values of a facet', () => {
  const app = appOfSuite()
  const countFacets = async (kind: 'requests' | 'traces', facets: readonly object[]): Promise<Facet[]> => {
    const { status, body } = await app.api.post(`/api/public/v2/${kind}/facets`, { facets, limit: 50 })
    assert.equal(status, 200, JSON.stringify(body))
    return body.facets
  }
  const valuesOf = ({ values }: Facet) => values.map(({ value }) => value)

  before(async () => {
    const traceOf = (customer: string, index: number) => ({
      name: 'desk turn',
      context: {
        trace_id: String(index).padStart(32, 'a'),
        span_id: String(index).padStart(16, 'a'),
        trace_state: '',
      },
      kind: 'SpanKind.INTERNAL',
      parent_id: null,
      start_time: '1795168800000000000',
      end_time: '1795168801000000000',
      status: { status_code: 'StatusCode.OK', description: null },
      attributes: { 'user.id': customer },
      resource: { attributes: {}, schema_url: '' },
    })
    const customers = Array.from({ length: 59 }, (_none, index) => `customer-${index + 10}`)
    for (const customer of [...customers, 'Élodie % 7'])
      await logFrom(app, 'app', { metadata: { customer }, tags: ['support'] })
    const spans = [...customers, 'Elodie'].map(traceOf)
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
  })

  it('are found by a part of them, rare values too', async () => {
    const customer = { field: 'metadata', nested_key: 'customer' }
    const [most, named, none, tags] = await countFacets('requests', [
      customer,
      { ...customer, contains: 'MER-68' },
      { ...customer, contains: 'customer-99' },
      { field: 'tags', contains: 'Supp' },
    ])
    assert.deepEqual([most!.values.length, most!.has_more], [50, true])
    assert.deepEqual(
      [named, none].map((facet) => valuesOf(facet!)),
      [['customer-68'], []],
    )
    assert.deepEqual(tags!.values, [{ value: 'support', label: null, requests: 60 }])
    const [percent] = await countFacets('requests', [{ ...customer, contains: '% 7' }])
    assert.deepEqual(valuesOf(percent!), ['Élodie % 7'])
  })

  it('of prompts are found by the name of the prompt', async () => {
    const created = await app.api.post('/rest/prompt-templates', endpoints.publishTemplate.example.body)
    const name: string = created.body.prompt_name
    await logFrom(app, 'app', { prompt_id: created.body.id, prompt_version_number: 1 })
    const [found, none] = await countFacets('requests', [
      { field: 'prompt_id', contains: name.slice(1).toUpperCase() },
      { field: 'prompt_id', contains: 'no such prompt' },
    ])
    assert.deepEqual(
      found!.values.map(({ label, requests }) => [label, requests]),
      [[name, 1]],
    )
    assert.deepEqual(valuesOf(none!), [])
  })

  it('of traces are found by a part of them', async () => {
    const user = { field: 'trace_user_id' }
    const [most, named, all] = await countFacets('traces', [
      user,
      { ...user, contains: 'LODIE' },
      { field: 'trace_name' },
    ])
    assert.deepEqual([most!.values.length, most!.has_more], [50, true])
    assert.deepEqual([valuesOf(named!), valuesOf(all!)], [['Elodie'], ['desk turn']])
  })
})
