import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reply } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { draftOf, gpt, runOf, startRunWorld } from './support/running.ts'
import { chat, model, user } from './support/templates.ts'

const schema = {
  type: 'object',
  properties: { city: { type: 'string', pattern: '^[A-Z]' }, degrees: { type: 'number' } },
  required: ['city', 'degrees'],
  additionalProperties: false,
}
const withFormat = (response_format: object) => gpt({ parameters: { response_format } })
const asJson = (formatSchema: object = schema) => ({
  type: 'json_schema',
  json_schema: { name: 'weather', strict: true, schema: formatSchema },
})

describe('structured output of a run', () => {
  const world = ofSuite(startRunWorld)

  const answerTo = async (text: string, metadata: object) => {
    world.fake.answerWith(() => ({ text }))
    return (await runOf(world.api, draftOf(chat(user('Weather?')), metadata))).structured_output
  }

  it('names the problem of an answer that was cut, refused or filtered', async () => {
    const problemOf = async (reply: Reply) => {
      world.fake.answerWith(() => reply)
      const metadata = gpt({ parameters: { response_format: asJson(), max_completion_tokens: 64 } })
      return (await runOf(world.api, draftOf(chat(user('Weather?')), metadata))).structured_output.problem
    }
    assert.deepEqual(
      [
        await problemOf({ text: '{"city": "Os', end: 'length' }),
        await problemOf({ refusal: 'I do not talk about weather.' }),
        await problemOf({ text: '', end: 'filter' }),
      ],
      [
        'The answer was cut at max_completion_tokens = 64.',
        'The model refused: I do not talk about weather.',
        "The provider's content filter stopped the answer (content_filter).",
      ],
    )
  })

  it('is parsed and checked against the schema', async () => {
    const value = { city: 'Oslo', degrees: -3.5 }
    assert.deepEqual(await answerTo(JSON.stringify(value), withFormat(asJson())), {
      value,
      is_valid: true,
      problem: null,
    })
    assert.deepEqual(await answerTo('{"city": "oslo", "degrees": 1}', withFormat(asJson())), {
      value: { city: 'oslo', degrees: 1 },
      is_valid: false,
      problem: '$.city: does not match the pattern',
    })
  })

  for (const [text, format, isValid, problem] of [
    ['It is cold.', asJson(), false, /is not JSON/],
    [' ', asJson(), false, /^The answer is empty\.$/],
    ['{"city": "Oslo"}', asJson(), false, /degrees/],
    ['[1]', { type: 'json_object' }, false, /not a JSON object/],
    ['{"any": "thing"}', { type: 'json_object' }, true, null],
    ['{}', asJson({ $ref: '#/nowhere' }), null, /a schema that it does not contain/],
    ['"aaaa"', asJson({ type: 'string', pattern: '(?=a)' }), null, /pattern/],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, asJson({}), false, /is not JSON/],
  ] as const)
    it(`is ${isValid === null ? 'not checked' : isValid ? 'valid' : 'invalid'} for the answer ${text.slice(0, 30)} and ${JSON.stringify(format).slice(0, 90)}`, async () => {
      const output = await answerTo(text, withFormat(format))
      assert.equal(output.is_valid, isValid)
      if (problem) assert.match(output.problem, problem)
      else assert.equal(output.problem, null)
    })

  it('is null if the template asks for plain text', async () => {
    assert.equal(await answerTo('{}', withFormat({ type: 'text' })), null)
    assert.equal(await answerTo('{}', gpt()), null)
  })

  for (const [provider, name] of [
    ['anthropic', 'claude-opus-5-5'],
    ['google', 'gemini-2.5-flash'],
    ['mistral', 'mistral-large-latest'],
  ] as const)
    it(`is requested from ${provider} in its own way`, async () => {
      const parameters = { response_format: asJson(), ...(provider === 'anthropic' && { max_tokens: 100 }) }
      world.fake.answerWith(({ schema: requestedSchema }) => ({
        text: JSON.stringify({ city: 'Oslo', degrees: requestedSchema ? 1 : 'none' }),
      }))
      const body = await runOf(world.api, draftOf(chat(user('?')), model(provider, name, { parameters })))
      assert.deepEqual(body.structured_output, {
        value: { city: 'Oslo', degrees: 1 },
        is_valid: true,
        problem: null,
      })
    })
})
