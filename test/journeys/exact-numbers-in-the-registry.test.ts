import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'

const json = '{"id":9007199254740993,"d":0.1000000000000000055511151231257827,"f":0.12345678901234567}'

describe('numbers that a double would change, in definitions', () => {
  const app = appOfSuite()

  /** The body as text, because parsing into doubles would hide changed digits. */
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'X-API-KEY': app.key, 'Content-Type': 'application/json' }
    const text = body && JSON.stringify(body).replaceAll('"JSON"', json)
    const answer = await fetch(app.baseUrl + path, { method, headers, ...(text && { body: text }) })
    const answerText = await answer.text()
    assert.ok(answer.ok, `${answer.status} ${answerText}`)
    return answerText
  }
  const includes = (text: string, ...parts: string[]) => {
    for (const part of parts) assert.ok(text.includes(part), `${part} in ${text}`)
  }

  it('come back from a prompt, its versions and the arguments made of it', async () => {
    const parameters = { type: 'object', properties: { n: { type: 'number', enum: ['JSON'] } } }
    const prompt_template = {
      type: 'chat',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      tools: [{ type: 'function', function: { name: 'find', parameters } }],
    }
    const model = { provider: 'openai', name: 'gpt-4o-mini', parameters: { logit_bias: 'JSON' } }
    await call('POST', '/rest/prompt-templates', {
      prompt_template: { prompt_name: 'exact' },
      prompt_version: { prompt_template, metadata: { model, own: 'JSON' } },
    })
    const read = await call('POST', '/prompt-templates/exact', {})
    includes(read, `"enum":[${json}]`, `"logit_bias":${json}`, `"own":${json}`)
    const { llm_kwargs } = JSON.parse(read)
    assert.ok(llm_kwargs.logit_bias && llm_kwargs.tools)
    assert.equal(read.split(json).length - 1, 5, 'twice in the arguments too')
    await call('PATCH', '/rest/prompt-templates/exact', { model_parameters: { stop: 'JSON' } })
    const patched = await call('POST', '/prompt-templates/exact', {})
    includes(patched, `"enum":[${json}]`, `"logit_bias":${json}`, `"stop":${json}`)
  })

  it('come back from a tool', async () => {
    const parameters = { type: 'object', properties: { n: { const: 'JSON' } } }
    const definition = { type: 'function', function: { name: 'find', parameters } }
    const path = '/api/public/v2/tool-registry'
    includes(await call('POST', path, { name: 'find', tool_definition: definition }), `"const":${json}`)
    const version = { tool_definition: definition, commit_message: 'again' }
    includes(await call('POST', `${path}/find/versions`, version), `"const":${json}`)
    includes(await call('GET', `${path}/find`), `"const":${json}`)
  })

  it('come back from a workflow', async () => {
    const value = { type: 'json', value: 'JSON' }
    const node = { name: 'constant', node_type: 'VARIABLE', configuration: { value }, is_output_node: true }
    const created = await call('POST', '/rest/workflows', { name: 'exact', nodes: [node] })
    const { workflow_id: id } = JSON.parse(created)
    includes(await call('GET', `/workflows/${id}`), `"value":${json}`)
    await call('PATCH', `/rest/workflows/${id}`, {
      commit_message: 'again',
      nodes: { constant: { configuration: { value } } },
    })
    includes(await call('GET', `/workflows/${id}`), `"value":${json}`)
  })
})
