import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../json/json.ts'
import { checkTools } from './tool-rules.ts'
import { readToolSchemas } from './tool-schemas.ts'

const span = (name: string, start_time: Json, rest: Record<string, Json> = {}): Json => ({
  name,
  start_time,
  ...rest,
})

describe('checkTools', () => {
  const trace: Json = [span('Tool: a', 1), span('Tool: b', 2)]

  it('has a rule for each primitive', () => {
    const resultOf = (rule: Parameters<typeof checkTools>[0]) => checkTools(rule, trace).value
    assert.equal(resultOf({ kind: 'max calls', maxCalls: 2 }), true)
    assert.equal(resultOf({ kind: 'max calls', maxCalls: 1 }), false)
    const schemas = new Map()
    assert.equal(resultOf({ kind: 'allowed', tools: ['a', 'b', 'c'], schemas }), true)
    assert.equal(resultOf({ kind: 'allowed', tools: ['a'], schemas }), false)
    assert.equal(resultOf({ kind: 'overlap', expected: ['a', 'b'] }), 1)
    assert.equal(resultOf({ kind: 'overlap', expected: ['a', 'x'] }), 0.5)
    assert.equal(resultOf({ kind: 'overlap', expected: [] }), 0)
  })

  it('never passes missing data', () => {
    for (const source of [null, '', 'text'])
      assert.equal(checkTools({ kind: 'max calls', maxCalls: 5 }, source).value, null)
  })

  describe('arguments of calls', () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const forms: Record<string, Json> = {
      'definitions of OpenAI': [{ type: 'function', function: { name: 'weather', parameters: schema } }],
      'definitions of Anthropic': [{ name: 'weather', input_schema: schema }],
      'definitions of MCP by name': { weather: { inputSchema: schema } },
      'schemas by name': { weather: schema },
    }
    const chat = (name: string, input: Json): Json => [
      { role: 'assistant', tool_calls: [{ function: { name, arguments: input } }] },
    ]
    const check = (schemas: Json, source: Json) => {
      const read = readToolSchemas(schemas)!
      return checkTools({ kind: 'allowed', tools: [...read.keys()], schemas: read }, source)
    }

    for (const [form, schemas] of Object.entries(forms))
      it(`are checked against ${form}`, () => {
        assert.equal(check(schemas, chat('weather', '{"city":"Rome"}')).value, true)
        assert.equal(check(schemas, chat('weather', { city: 'Rome' })).value, true)
        for (const input of ['{"city":3}', '{}', '', '{"city":', 'Rome', { town: 'Rome' }, 5])
          assert.equal(check(schemas, chat('weather', input)).value, false, JSON.stringify(input))
        assert.equal(check(schemas, chat('time', '{}')).value, false)
        assert.match(check(schemas, chat('weather', '{"city":3}')).evidence, /weather at \$\.city/)
      })

    it('are read from spans and blocks', () => {
      const valid: Json[] = [
        [span('Tool: weather', 1, { input: { city: 'Rome' } })],
        [span('Tool: weather', 1, { attributes: { 'gen_ai.tool.call.arguments': '{"city":"Rome"}' } })],
        [{ role: 'assistant', content: [{ type: 'tool_use', name: 'weather', input: { city: 'Rome' } }] }],
      ]
      for (const source of valid) assert.equal(check({ weather: schema }, source).value, true)
      const wrong = JSON.parse(
        JSON.stringify(valid).replaceAll('Rome', '').replaceAll('city', 'town'),
      ) as Json[]
      for (const source of wrong) assert.equal(check({ weather: schema }, source).value, false)
    })

    it('that are missing have no result, but a wrong call beside them is invalid', () => {
      const missing = span('Tool: weather', 1)
      assert.equal(check({ weather: schema }, [missing]).value, null)
      assert.equal(
        check({ weather: schema }, [missing, span('Tool: weather', 2, { input: {} })]).value,
        false,
      )
    })

    it('are not checked for a tool without a schema', () => {
      assert.equal(check([{ name: 'weather' }], chat('weather', 'Rome')).value, true)
      assert.equal(check({ weather: {} }, chat('weather', '{"any":1}')).value, true)
    })
  })
})
