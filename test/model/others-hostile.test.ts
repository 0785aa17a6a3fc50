import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { assembleMessage } from '../../src/server/model/anthropic/assemble.ts'
import { assembleConverse } from '../../src/server/model/bedrock/assemble.ts'
import { assembleCohere } from '../../src/server/model/cohere/assemble.ts'
import { readErrorBody } from '../../src/server/model/exchange/error-body.ts'
import { errorAmong } from '../../src/server/model/exchange/error-inside.ts'
import { assembleAnswer } from '../../src/server/model/google/answer.ts'
import { googleErrors } from '../../src/server/model/google/errors.ts'
import { assembleText } from '../../src/server/model/huggingface/assemble-text.ts'
import { assembleChat } from '../../src/server/model/mistral/assemble.ts'

/** Words that the parsers look for, so that random JSON reaches deep into them. */
const keys =
  'type index delta message content content_block text thinking signature citation partial_json usage candidates parts thought finishReason choices toolCalls function arguments id contentBlockStart contentBlockDelta contentBlockStop contentBlockIndex start toolUse input reasoningContent metadata messageStop error details violations code status __proto__ constructor'.split(
    ' ',
  )
const words =
  'message_start content_block_start content_block_delta content_block_stop message_delta text_delta thinking_delta citations_delta input_json_delta content-start content-delta tool-call-start tool-call-delta citation-start message-end text thinking null'.split(
    ' ',
  )
const { json } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.constantFrom(...words), fc.jsonValue({ maxDepth: 1 }), fc.nat(2)),
  json: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...keys), tie('json'), { maxKeys: 6 }),
  ),
}))
const parsed = json.map((value) => JSON.parse(JSON.stringify(value)) as unknown)

const assemblies = {
  assembleMessage,
  assembleConverse,
  assembleCohere,
  assembleAnswer,
  assembleChat,
  assembleText,
}

describe('hostile answers of a provider', () => {
  for (const [name, assemble] of Object.entries(assemblies))
    it(`${name} handles it`, () =>
      fc.assert(
        fc.property(fc.array(parsed, { maxLength: 8 }), (events) => {
          const assembly = assemble()
          for (const event of events) assert.equal(typeof assembly.add(event), 'string')
          assert.equal(typeof assembly.isComplete(), 'boolean')
          const response = assembly.response()
          assert.equal(Object.getPrototypeOf(response ?? {}), Object.prototype)
          JSON.stringify(response)
        }),
        { numRuns: 300 },
      ))

  it('errors are read', () =>
    fc.assert(
      fc.property(parsed, (body) => {
        const { codes, message } = readErrorBody(body)
        assert.ok(codes.every((code) => typeof code === 'string'))
        assert.ok(message === null || message !== '')
        googleErrors.verdictOf!(body)
        googleErrors.delayOf!(body)
        errorAmong(Buffer.from(`data: ${JSON.stringify(body)}\n\n`))
      }),
      { numRuns: 300 },
    ))

  it('the cost of many small pieces is linear', () => {
    const part = { candidates: [{ index: 0, content: { parts: [{ inlineData: { data: 'QUJD' } }] } }] }
    const citation = {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'citations_delta', citation: {} },
    }
    const gemini = assembleAnswer()
    const claude = assembleMessage()
    claude.add({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
    for (let count = 0; count < 200_000; count++) {
      gemini.add(part)
      claude.add(citation)
    }
    const response = gemini.response() as { candidates: { content: { parts: unknown[] } }[] }
    assert.equal(response.candidates[0]!.content.parts.length, 200_000)
  })
})
