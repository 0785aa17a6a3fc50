import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseExact } from '../../src/engine/json/parse-exact.ts'
import { type OtherWire, otherWires, request, weather } from './others.ts'
import { type ModelWorld, readToEnd, startModelWorld } from './world.ts'

const input =
  '{"id":9007199254740993,"share":0.12345678901234567890,"list":[-9007199254740993],"t":"9007199254740993"}'
/** Providers that send the input of tools as JSON values; the others send it as text. */
const names = ['anthropic', 'claude on bedrock', 'claude on vertex', 'gemini', 'gemini on vertex', 'bedrock']

describe('the input of a tool call keeps the digits of its numbers', () => {
  const worlds = new Map<OtherWire, ModelWorld>()
  before(async () => {
    for (const name of names) {
      const wire = otherWires[name]!
      worlds.set(wire, await startModelWorld({ environment: wire.environment ?? {} }))
    }
  })
  after(async () => {
    for (const world of worlds.values()) await world.close()
  })

  for (const name of names)
    it(`${name}, whole and streamed`, async () => {
      const wire = otherWires[name]!
      const world = worlds.get(wire)!
      world.fake.answerWith(() => ({ toolCalls: [{ name: 'weather', arguments: parseExact(input) }] }))
      const call = request(wire, { tools: [weather] })
      const whole = await world.call(call)
      const streamed = await readToEnd(world.stream(call))
      for (const { reply } of [whole, streamed.outcome])
        assert.ok(JSON.stringify(reply.response).includes(input), JSON.stringify(reply.response))
    })
})
