import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { exported, newSpanId, newTraceId, otlpSpan } from './support/otlp.ts'
import { logCall } from './support/requests.ts'

const id = '9007199254740993'
const decimal = '0.1000000000000000055511151231257827'
const json = `{"id":${id},"d":${decimal},"list":[-${id}]}`

describe('logged numbers that a double would change', () => {
  const app = appOfSuite()

  /** The body as text, because parsing into doubles would hide changed digits. */
  const call = async (method: string, path: string, body?: string) => {
    const headers = { 'X-API-KEY': app.key, 'Content-Type': 'application/json' }
    const answer = await fetch(app.baseUrl + path, { method, headers, ...(body && { body }) })
    const text = await answer.text()
    assert.ok(answer.ok, `${answer.status} ${text}`)
    return text
  }
  const withJson = (body: object) => JSON.stringify(body).replaceAll('"JSON"', json)
  const log = async (body: object) =>
    JSON.parse(await call('POST', '/log-request', withJson(logCall(body)))).id as number
  const read = (request: number) => call('GET', `/api/public/v2/requests/${request}`)
  const includes = (text: string, part: string) => assert.ok(text.includes(part), `${part} in ${text}`)

  it('come back from the log, its searches and its exports', async () => {
    const request = await log({
      metadata: { exact: 'JSON' },
      prompt_input_variables: { v: 'JSON' },
      parameters: { seed: 'JSON' },
    })
    const text = await read(request)
    for (const part of [`"metadata":{"exact":${json}}`, `"prompt_input_variables":{"v":${json}}`])
      includes(text, part)
    includes(text, `"seed":${json}`)
    for (const value of [id, decimal]) {
      const filter = {
        field: 'metadata',
        operator: 'key_equals',
        nested_key: `exact.${value === id ? 'id' : 'd'}`,
      }
      const filter_group = { logic: 'AND', filters: [{ ...filter, value }] }
      const page = await call('POST', '/api/public/v2/requests/search', JSON.stringify({ filter_group }))
      includes(page, `{"key":"exact","value":${json}}`)
    }
    const file = await call('POST', '/api/public/v2/requests/export', '{"format":"jsonl"}')
    includes(file, `{"exact":${json}}`)
  })

  it('are returned from tracked values of a request', async () => {
    const request = await log({ metadata: { first: 'JSON' } })
    const template = { type: 'completion', content: [{ type: 'text', text: 'Hi' }] }
    await call(
      'POST',
      '/rest/prompt-templates',
      JSON.stringify({
        prompt_template: { prompt_name: 'tracked' },
        prompt_version: { prompt_template: template },
      }),
    )
    const key = { api_key: app.key, request_id: request }
    await call('POST', '/rest/track-metadata', withJson({ ...key, metadata: { second: 'JSON' } }))
    await call('POST', '/library-track-metadata', withJson({ ...key, metadata: { third: 'JSON' } }))
    const variables = { prompt_name: 'tracked', prompt_input_variables: { v: 'JSON' } }
    await call('POST', '/rest/track-prompt', withJson({ ...key, ...variables }))
    const text = await read(request)
    includes(text, `"metadata":{"first":${json},"second":${json},"third":${json}}`)
    includes(text, `"prompt_input_variables":{"v":${json}}`)
    const changed = { metadata: { fourth: 'JSON' } }
    const path = `/api/public/v2/requests/${request}`
    includes(await call('PATCH', path, withJson(changed)), `"metadata":{"fourth":${json}}`)
    includes(await read(request), `"metadata":{"fourth":${json}}`)
  })

  it('come back from a call that an SDK tracked, in metadata, variables and tool calls', async () => {
    const body = withJson({
      api_key: app.key,
      function_name: 'anthropic.messages.create',
      provider_type: 'anthropic',
      args: [],
      kwargs: { model: 'claude-3-5-haiku-latest', messages: [{ role: 'user', content: 'Hi' }] },
      request_response: {
        type: 'message',
        role: 'assistant',
        model: 'claude-3-5-haiku-latest',
        content: [{ type: 'tool_use', id: 'c', name: 'find', input: 'JSON' }],
      },
      request_start_time: 1795168800,
      request_end_time: 1795168801,
      metadata: { exact: 'JSON' },
      prompt_input_variables: { v: 'JSON' },
    }).replace('1795168800,', '1795168800.000000000000000000001,')
    const { request_id } = JSON.parse(await call('POST', '/track-request', body))
    const text = await read(request_id)
    for (const part of [`"exact":${json}`, `"v":${json}`, `"arguments":${JSON.stringify(json)}`])
      includes(text, part)
    includes(text, '"request_start_time":"2026-11-20T10:00:00.000Z"')
  })

  it('come back from spans and the requests in them', async () => {
    const trace = newTraceId()
    const span = {
      name: 'a step',
      context: { trace_id: trace, span_id: newSpanId(), trace_state: '' },
      kind: 'SpanKind.INTERNAL',
      start_time: '1795168800000000000',
      end_time: '1795168801000000000',
      status: { status_code: 'StatusCode.OK' },
      attributes: { exact: 'JSON' },
      resource: { attributes: {}, schema_url: '' },
      log_request: logCall({ metadata: { exact: 'JSON' }, prompt_input_variables: { v: 'JSON' } }),
    }
    const stored = JSON.parse(await call('POST', '/spans-bulk', withJson({ spans: [span] })))
    includes(await call('GET', `/api/public/v2/traces/${trace}`), `"attributes":{"exact":${json}}`)
    const text = await read(stored.request_logs[0].id)
    for (const part of [`"metadata":{"exact":${json}}`, `"v":${json}`]) includes(text, part)
  })
  it('come back from spans over OTLP', async () => {
    const traceId = newTraceId()
    const value = { kvlistValue: { values: [{ key: 'id', value: { intValue: id } }] } }
    const attributes = [
      { key: 'text', value: { intValue: `-${id}` } },
      { key: 'number', value: { intValue: 0 } },
      { key: 'inner', value },
    ]
    const body = exported([{ ...otlpSpan({ traceId }), attributes }])
    await call('POST', '/v1/traces', JSON.stringify(body).replace('"intValue":0', `"intValue":${id}`))
    const shown = `"attributes":{"text":-${id},"number":${id},"inner":{"id":${id}}}`
    includes(await call('GET', `/api/public/v2/traces/${traceId}`), shown)
  })
})
