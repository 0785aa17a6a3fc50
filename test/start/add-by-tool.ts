import assert from 'node:assert/strict'
import type { apiOf } from '../kit/api.ts'

const tools = '/api/public/v2/tool-registry'

/** Makes a tool of this code and runs it with `n` = 1. Returns its result. */
export async function addByTool(
  post: ReturnType<typeof apiOf>['post'],
  language: 'javascript' | 'python',
  code: string,
): Promise<unknown> {
  const name = `add-in-${language}`
  const definition = { type: 'function', function: { name, parameters: { type: 'object' } } }
  const execution = { type: 'code', language, code }
  const created = await post(tools, { name, tool_definition: definition, execution })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const ran = await post(`${tools}/${name}/test-execute`, { inputs: { n: 1 } })
  assert.equal(ran.status, 200, JSON.stringify(ran.body))
  return ran.body.result?.result
}
