import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../refusal.ts'
import { PromptTemplate } from '../blueprint/index.ts'
import { missingVariables, renderTemplate, variableNames } from './index.ts'

const text = (value: string) => ({ type: 'text', text: value })
const chat = (messages: readonly unknown[], rest: object = {}) => {
  const template = PromptTemplate.parse({ type: 'chat', messages, ...rest })
  return template.type === 'chat' ? template : assert.fail('not a chat')
}
const render = (template: PromptTemplate, variables: Record<string, unknown>) => {
  const before = structuredClone(template)
  const rendered = renderTemplate(template, variables)
  assert.deepEqual(template, before, 'the given template must not change')
  return rendered.type === 'chat' ? rendered : assert.fail('not a chat')
}
const placeholder = { role: 'placeholder', name: 'history' }

function refused(template: PromptTemplate, variables: Record<string, unknown>): Refusal {
  try {
    renderTemplate(template, variables)
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, 'template_error')
    return error
  }
  return assert.fail('no refusal')
}

describe('renderTemplate', () => {
  it('renders each message by its own format', () => {
    const template = chat([
      { role: 'system', content: [text('{a} {{ a }}')] },
      { role: 'user', template_format: 'jinja2', content: [text('{a} {{ a }}')] },
    ])
    const { messages } = render(template, { a: 'A' })
    assert.deepEqual(messages[1]?.content?.[0]?.['text'], '{a} A')
    assert.match(String(messages[0]?.content?.[0]?.['text']), /^A /)
  })

  it('renders URLs and call arguments, but not data URLs, names or tool definitions', () => {
    const functionTool = { type: 'function', function: { name: 'g', description: '{a}' } }
    const messages = [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://{a}', detail: 'low' } }] },
      { role: 'user', content: [{ type: 'media', media: { url: 'data:text/plain,{a}' } }] },
      { role: 'assistant', tool_calls: [{ id: '1', function: { name: '{a}', arguments: '{"q": "{a}"}' } }] },
    ]
    const rendered = render(chat(messages, { tools: [functionTool] }), { a: 'A' })
    const [first, second, third] = rendered.messages
    assert.deepEqual(first?.content?.[0]?.['image_url'], { url: 'https://A', detail: 'low' })
    const medium = second?.content?.[0]
    assert.equal(medium?.type === 'media' && medium.media.url, 'data:text/plain,{a}')
    assert.ok(third?.role === 'assistant')
    assert.deepEqual(third.tool_calls?.[0]?.function, { name: '{a}', arguments: '{"q": "A"}' })
    assert.deepEqual(rendered.tools, chat([], { tools: [functionTool] }).tools)
  })

  it('replaces a placeholder by messages without rendering them', () => {
    const history = [
      { role: 'user', content: 'plain {a}' },
      { role: 'assistant', content: [text('block {{ a }}')] },
    ]
    const { messages } = render(chat([placeholder, { role: 'user', content: [text('{a}')] }]), {
      a: 'A',
      history,
    })
    assert.deepEqual(
      messages.map((message) => [message.role, message.content?.[0]?.['text']]),
      [
        ['user', 'plain {a}'],
        ['assistant', 'block {{ a }}'],
        ['user', 'A'],
      ],
    )
    assert.deepEqual(render(chat([placeholder]), { history: [] }).messages, [])
  })

  it('keeps variables without a value', () => {
    const template = chat(
      [
        placeholder,
        { role: 'user', content: [{ type: 'media_variable', name: 'm' }] },
        { role: 'placeholder', name: '__proto__' },
      ],
      { tools: [{ type: 'variable', name: 'constructor' }] },
    )
    assert.deepEqual(render(template, {}), template)
    assert.deepEqual(render(template, { history: null, m: undefined }), template)
  })

  for (const value of ['text', {}, 3, [1], [null], [{ role: 'nobody', content: [] }], [{ role: 'user' }]]) {
    it(`refuses ${JSON.stringify(value)} for a placeholder`, () => {
      const { data } = refused(chat([{ role: 'system', content: [] }, placeholder]), { history: value })
      assert.equal(data['message'], 1)
    })
  }

  it('names the message and the line of a text that fails', () => {
    const broken = { role: 'user', template_format: 'jinja2', content: [text('{{ a')] }
    const { data } = refused(chat([{ role: 'system', content: [] }, broken]), {})
    assert.deepEqual(data, { message: 1, loc: ['messages', 1, 'content', 0, 'text'], line: 1 })
  })

  it('replaces variable tools by the functions given', () => {
    const schema = { type: 'object', properties: {} }
    const variables = {
      t: [
        { name: 'a', description: 'A', parameters: schema },
        { name: 'b', input_schema: schema, type: 'custom' },
        { type: 'function', function: { name: 'c' } },
      ],
    }
    const tools = [
      { type: 'variable', name: 't' },
      { type: 'function', function: { name: 'last' } },
    ]
    const rendered = render(chat([], { tools }), variables).tools ?? []
    assert.deepEqual(
      rendered.map((tool) => tool.type === 'function' && tool.function),
      [
        { name: 'a', description: 'A', strict: false, parameters: schema },
        { name: 'b', description: '', strict: false, parameters: schema },
        { name: 'c', description: '', strict: false, parameters: schema },
        { name: 'last', description: '', strict: false, parameters: schema },
      ],
    )
  })

  it('refuses invalid tools', () => {
    for (const t of ['x', [3], [{}], [{ type: 'variable', name: 't' }], [{ name: 'a', parameters: 3 }]]) {
      assert.deepEqual(refused(chat([], { tools: [{ type: 'variable', name: 't' }] }), { t }).data['loc'], [
        'tools',
        0,
      ])
    }
  })
})

describe('missingVariables', () => {
  it('lists variables without a value', () => {
    const template = chat([placeholder, { role: 'user', content: [text('{a} {b} {toString}')] }])
    const names = variableNames(template, { response_format: '{{ s }}' })
    assert.deepEqual(names, ['history', 'a', 'b', 'toString', 's'])
    assert.deepEqual(missingVariables(names, { a: '', b: null }), ['history', 'b', 'toString', 's'])
  })
})
