import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { PromptTemplate } from './blueprint/index.ts'
import { fromLangChain, toLangChain } from './langchain.ts'
import { withInputVariables } from './variables.ts'

const text = (words: string) => [{ type: 'text', text: words }]
const blueprint = (sent: object) => withInputVariables(PromptTemplate.parse(sent))

suite('templates in the form of LangChain', () => {
  for (const [name, sent] of Object.entries({
    chat: {
      type: 'chat',
      messages: [
        { role: 'system', content: text('Be {tone}.') },
        { role: 'user', content: text('{{ question }}'), template_format: 'jinja2' },
        { role: 'assistant', content: text('Yes.') },
      ],
    },
    completion: { type: 'completion', content: text('Hello {name}') },
  }))
    test(`a ${name} is unchanged by writing and reading it`, () => {
      const written = blueprint(sent)
      assert.deepEqual(withInputVariables(fromLangChain({ ...toLangChain(written) })), written)
    })

  test('a blueprint is taken as it is', () => {
    const sent = { type: 'chat', messages: [{ role: 'user', content: text('Hi') }] }
    assert.deepEqual(fromLangChain(sent), PromptTemplate.parse(sent))
  })

  for (const [name, message] of Object.entries({
    'a tool message': { role: 'tool', content: text('Sunny'), tool_call_id: 'a' },
    'an image': { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a/b.png' } }] },
  }))
    test(`${name} cannot be written in the form of LangChain`, () => {
      const written = blueprint({ type: 'chat', messages: [message] })
      assert.throws(() => toLangChain(written), { code: 'bad_request', message: /^messages\.0/ })
    })

  for (const [loc, sent] of [
    ['', {}],
    ['messages.0', { messages: [5] }],
    ['messages.0.role', { messages: [{ role: 'tool', prompt: { template: 'a' } }] }],
    ['messages.0.prompt', { messages: [{ role: 'user' }] }],
    ['messages.0.prompt.template', { messages: [{ role: 'user', prompt: {} }] }],
    ['template_format', { template: 'a', template_format: 'mustache' }],
    ['partial_variables', { template: 'a', partial_variables: { b: 'c' } }],
    ['messages', { type: 'chat' }],
  ] as const)
    test(`${JSON.stringify(sent)} is refused at ${loc || 'the template'}`, () => {
      assert.throws(
        () => fromLangChain(sent),
        (error: { code: string; data: { loc: unknown[] } }) =>
          error.code === 'invalid' && error.data.loc.join('.') === loc,
      )
    })
})
