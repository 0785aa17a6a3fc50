import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../refusal.ts'
import { PromptTemplate } from './blueprint/index.ts'
import { schemaVariables, withInputVariables } from './variables.ts'

const text = (value: string) => ({ type: 'text', text: value })

function refused(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error
  }
  return assert.fail('no refusal')
}

describe('withInputVariables', () => {
  it('collects names from all fields, once, in order', () => {
    const template = PromptTemplate.parse({
      type: 'chat',
      input_variables: ['declared', 'b'],
      messages: [
        { role: 'system', content: [text('{b} {a} {b}')], input_variables: ['stale'] },
        {
          role: 'user',
          template_format: 'jinja2',
          content: [
            { type: 'image_url', image_url: { url: 'https://x/{{ c }}' }, image_variable: 'pics' },
            { type: 'media', media: { url: '{{ d }}' } },
            { type: 'media', media: { url: 'data:text/plain,{{ no }}' } },
            { type: 'media', media: {} },
            { type: 'media_variable', name: 'files' },
            { type: 'thinking', thinking: '{{ no }}' },
            text('{{ a }} {no}'),
          ],
        },
        { role: 'placeholder', name: 'history', content: [text('{no}')] },
        {
          role: 'assistant',
          function_call: { name: 'f', arguments: '{"x": "{e}"}' },
          tool_calls: [{ id: '1', function: { name: '{no}', arguments: '{f}' } }],
        },
      ],
      tools: [
        { type: 'variable', name: 'offer' },
        { type: 'function', function: { name: 'g', description: '{no}' } },
      ],
    })
    const result = withInputVariables(template, { response_format: { schema: '{{ s }}' } })
    assert.deepEqual(result.input_variables, [
      ...['b', 'a', 'c', 'pics', 'd', 'files', 'history', 'e', 'f', 'offer', 's'],
    ])
    assert.ok(result.type === 'chat')
    assert.deepEqual(
      result.messages.map((message) => message.input_variables),
      [['b', 'a'], ['c', 'pics', 'd', 'files', 'a'], ['history'], ['e', 'f']],
    )
    assert.deepEqual(template.input_variables, ['declared', 'b'])
  })

  it('refuses jinja2 that does not parse, with the path', () => {
    const messages = [{ role: 'user', template_format: 'jinja2', content: [text(''), text('{{ a')] }]
    const { code, data } = refused(() => withInputVariables(PromptTemplate.parse({ type: 'chat', messages })))
    assert.equal(code, 'invalid')
    assert.deepEqual(data, { loc: ['messages', 0, 'content', 1, 'text'], line: 1 })
  })
})

describe('schemaVariables', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'of {{ who }}', pattern: '^{x}$' },
      type: { type: 'variable', name: 'userSchema' },
      mood: { enum: { name: 'moods', type: 'enum_variable' } },
      again: [{ const: '{{ who }}' }, 3, null],
    },
  }

  it('finds expressions, enum and schema variables', () => {
    assert.deepEqual(schemaVariables({ response_format: { json_schema: { schema } } }), [
      'who',
      'userSchema',
      'moods',
    ])
  })

  it('ignores other fields', () => {
    assert.deepEqual(schemaVariables({ temperature: 1, stop: ['{{ x }}'] }), [])
  })

  it('refuses invalid jinja2 and deep nesting', () => {
    const broken = refused(() => schemaVariables({ response_format: { a: ['{{ x'] } }))
    assert.deepEqual([broken.code, broken.data['loc']], ['invalid', ['response_format', 'a', 0]])
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    assert.equal(refused(() => schemaVariables({ response_format: deep })).code, 'too_large')
  })
})
