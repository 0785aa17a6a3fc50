import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ofSuite } from '../kit/of-suite.ts'
import { until } from '../kit/until.ts'
import { readTrace } from './support/otlp.ts'
import { readBack } from './support/requests.ts'
import { PromptLayer, run, startSdkWorld } from './support/sdk.ts'
import { chat, model, publish, user } from './support/templates.ts'

describe('the SDK with enableTracing', () => {
  const world = ofSuite(startSdkWorld)
  let promptLayer: InstanceType<typeof PromptLayer>
  before(async () => {
    const { app } = world
    promptLayer = new PromptLayer({ apiKey: app.key, baseURL: app.baseUrl, enableTracing: true })
    const metadata = model('openai', 'gpt-4o-mini', { api_type: 'chat-completions' })
    await publish(app.api, 'traced', chat(user('Hi {name}')), { metadata })
  })

  /** Waits for the SDK's spans, which it sends in the background. */
  async function traceOf(requestId: number): Promise<string> {
    const { trace_id } = await until(
      () => readBack(world.app.api, requestId),
      ({ trace_id }) => trace_id !== null,
    )
    return trace_id
  }

  it('sends its runs as spans, linked to the requests that it logs', async () => {
    const answer = await run(promptLayer, { promptName: 'traced', inputVariables: { name: 'Ada' } })
    const { spans } = await readTrace(world.app.api, await traceOf(answer.request_id))
    const names = spans.map(({ name }: { name: string }) => name)
    assert.ok(names.includes('PromptLayer Run'), names.join())
    const runSpan = spans.find(({ name }: { name: string }) => name === 'PromptLayer Run')
    assert.equal(runSpan.request_log_id, answer.request_id)
    assert.equal(JSON.parse(runSpan.attributes.function_input).promptName, 'traced')
    assert.equal(JSON.parse(runSpan.attributes.function_output).request_id, answer.request_id)
    assert.equal(runSpan.resource.attributes['service.name'], 'prompt-layer-js')
    assert.ok(runSpan.latency_ms >= 0)
  })

  it('sends functions of the program as spans around their runs', async () => {
    let requestId = 0
    const work = promptLayer.wrapWithSpan('answer a question', async (name: string) => {
      const answer = await run(promptLayer, { promptName: 'traced', inputVariables: { name } })
      requestId = answer.request_id
      return 'done'
    })
    await work('Bob')
    const traceId = await traceOf(requestId)
    let spans: { name: string; parent_id: string | null; context: { span_id: string } }[] = []
    await until(async () => {
      ;({ spans } = await readTrace(world.app.api, traceId))
      return spans.some(({ name }) => name === 'answer a question')
    })
    const named = (spanName: string) => spans.find(({ name }) => name === spanName)!
    assert.equal(named('PromptLayer Run').parent_id, named('answer a question').context.span_id)
    assert.deepEqual(await pageByPage(traceId), spans)
  })

  async function pageByPage(traceId: string): Promise<unknown[]> {
    const spans: unknown[] = []
    let cursor: string | null = null
    do {
      const query = `?limit=1${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      const page: { spans: unknown[]; next_cursor: string | null } = await readTrace(
        world.app.api,
        traceId,
        query,
      )
      assert.ok(page.spans.length <= 1)
      spans.push(...page.spans)
      cursor = page.next_cursor
    } while (cursor !== null)
    return spans
  }

  it('continues when its trace is closed and refuses its spans', async () => {
    const { api } = world.app
    const ids: number[] = []
    let traceId = ''
    const work = promptLayer.wrapWithSpan('too late', async (name: string) => {
      ids.push((await run(promptLayer, { promptName: 'traced', inputVariables: { name } })).request_id)
      traceId = await traceOf(ids[0]!)
      assert.equal((await api.post(`/api/public/v2/traces/${traceId}/close`)).status, 201)
      ids.push((await run(promptLayer, { promptName: 'traced', inputVariables: { name } })).request_id)
      return 'done'
    })
    assert.equal(await work('Cid'), 'done')
    // The SDK sends spans in order, so this one arrives after the others.
    const next = await run(promptLayer, { promptName: 'traced', inputVariables: { name: 'Dan' } })
    await traceOf(next.request_id)
    const { status, spans } = await readTrace(api, traceId)
    assert.equal(status, 'closed')
    assert.ok(!spans.some(({ name }: { name: string }) => name === 'too late'))
    assert.equal((await readBack(api, ids[1]!)).trace_id, null)
    assert.equal((await api.post(`/api/public/v2/traces/${traceId}/close`)).status, 409)
  })
})
