import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type Api, bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { conversations } from './support/recorded-conversations.ts'
import { outline, requestsIn } from './support/reported-calls.ts'

const conversation = (toolArguments: string): readonly (readonly string[])[] => {
  const first = ['system: Be kind.', 'user: Weather in Oslo?', `assistant: weather(${toolArguments})`]
  const second = [...first, 'tool: Sunny in Oslo', 'assistant: It is sunny in Oslo.']
  const failed = [...second, 'user: And tomorrow?']
  const third = [...failed, 'assistant: Rain tomorrow.']
  return [first, second, failed, third, [...third, 'user: Thanks', 'assistant: You are welcome.']]
}

/** An observation that Langfuse's recording has beside the conversation. */
const byHand = 'by hand'
const isOfConversation = (request: Parameters<typeof outline>[0]): boolean =>
  outline(request)[3] === 'system: Be kind.'

const v2 = '/api/public/v2'

async function get(api: Api, path: string) {
  return bodyOf(await api.get(`${v2}${path}`))
}

async function post(api: Api, path: string, sent: object) {
  const { status, body } = await api.post(path, sent)
  assert.ok(status === 200 || status === 201, JSON.stringify(body))
  return body
}

type Listed = { readonly name: string; readonly request_log_id: number | null }

async function readSpan(api: Api, traceId: string, isTarget: (span: Listed) => boolean) {
  const { spans } = await get(api, `/traces/${traceId}`)
  return get(api, `/traces/${traceId}/spans/${spans.find(isTarget).context.span_id}`)
}

const publish = (api: Api) =>
  post(api, '/rest/prompt-templates', {
    prompt_template: { prompt_name: 'desk-prompt' },
    prompt_version: {
      prompt_template: {
        type: 'chat',
        messages: [{ role: 'system', content: [{ type: 'text', text: 'Be kind.' }] }],
      },
    },
  })

describe('one conversation as real packages report it', () => {
  const app = appOfSuite()

  for (const [name, recorded] of Object.entries(conversations))
    it(name, async () => {
      const { api } = await app.newWorkspace()
      await publish(api)
      const { traces } = JSON.parse(
        readFileSync(new URL(`recordings/${name}.json`, import.meta.url), 'utf8'),
      ) as { traces: object }
      const path = name.includes('langfuse') ? '/api/public/otel/v1/traces' : '/v1/traces'
      assert.deepEqual(await post(api, path, traces), {})
      const requests = (await requestsIn(api)).filter(isOfConversation)

      const [, , failed] = requests
      assert.deepEqual(
        requests.map(outline),
        conversation(recorded.toolArguments).map((messages, index) => [
          'openai',
          'gpt-4o-mini',
          index === 2 ? '0+0' : '40+12',
          ...messages,
        ]),
      )
      for (const request of requests) {
        const isFailed = request === failed
        assert.equal(request.price, isFailed ? 0 : recorded.price)
        assert.equal(request.price_source, isFailed ? 'no_usage' : recorded.priceSource)
        assert.equal(request.status, isFailed ? 'ERROR' : 'SUCCESS')
        for (const tag of recorded.tags) assert.ok(request.tags.includes(tag), tag)
        for (const [key, value] of Object.entries(recorded.metadata))
          assert.deepEqual(request.metadata[key], value, key)
        const { prompt_template, metadata } = request.prompt_blueprint
        assert.deepEqual(
          prompt_template.tools.map((tool: { function: { name: string } }) => tool.function.name),
          ['weather'],
        )
        assert.equal(metadata.model.parameters.temperature, 0.5)
        assert.equal('_type' in metadata.model.parameters, false)
      }
      assert.deepEqual([failed.error_type, failed.error_message], ['PROVIDER_ERROR', recorded.failure])
      assert.equal(requests[3].prompt_version_number ?? null, recorded.isLinked ? 1 : null)

      const { items } = await post(api, `${v2}/traces/search`, {})
      const listed = items.filter((item: { name: string }) => item.name !== byHand)
      for (const item of listed)
        assert.deepEqual([item.session_id, item.user_id], [recorded.session, recorded.user])
      const [withTool] = listed.filter((item: { tools: string[] }) => item.tools.includes('weather'))
      assert.equal(withTool?.trace_id ?? null, recorded.toolInput === null ? null : requests[0].trace_id)
      if (withTool) {
        const tool = await readSpan(api, withTool.trace_id, ({ name }) => name.endsWith('weather'))
        const { input, output } = tool.content
        assert.deepEqual([input, output], [recorded.toolInput, 'Sunny in Oslo'])
      }
      assert.equal(
        listed.filter((item: { status: string }) => item.status === 'ERROR').length,
        1,
        'the trace with the failed call',
      )
      const streamed = await readSpan(
        api,
        requests[4].trace_id,
        ({ request_log_id }) => request_log_id === requests[4].request_id,
      )
      assert.deepEqual(streamed.span.attributes_not_understood, [])
      assert.equal(streamed.content.time_to_first_token_ms > 0, recorded.timesFirstToken)
    })
})
