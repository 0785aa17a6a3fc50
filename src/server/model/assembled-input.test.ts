import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assembleMessage } from './anthropic/assemble.ts'
import { assembleConverse } from './bedrock/assemble.ts'

const input = '{"id":9007199254740993,"share":0.12345678901234567890}'
const tooLarge = '{"id":1e999}'

test("the input of Anthropic's tool calls keeps the digits of its numbers", () => {
  for (const json of [input, tooLarge]) {
    const { add, response } = assembleMessage()
    add({ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', name: 'f', input: {} } })
    const delta = { type: 'input_json_delta', partial_json: json }
    add({ type: 'content_block_delta', index: 0, delta })
    add({ type: 'content_block_stop', index: 0 })
    const expected = json === input ? input : JSON.stringify(tooLarge)
    assert.equal(
      JSON.stringify(response()),
      `{"content":[{"type":"tool_use","name":"f","input":${expected}}]}`,
    )
  }
})

test("the input of Bedrock's tool calls keeps the digits of its numbers", () => {
  for (const json of [input, tooLarge]) {
    const { add, response } = assembleConverse()
    add({ contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { name: 'f' } } } })
    add({ contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: json } } } })
    add({ contentBlockStop: { contentBlockIndex: 0 } })
    const expected = json === input ? input : JSON.stringify(tooLarge)
    assert.ok(JSON.stringify(response()).includes(`{"toolUse":{"name":"f","input":${expected}}}`))
  }
})
