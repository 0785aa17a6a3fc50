import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Model, PromptTemplate } from '../blueprint/index.ts'
import { modelKwargs } from '../model-kwargs/index.ts'
import {
  fillAnswer,
  missingVariables,
  prepareAnswer,
  renderParameters,
  renderTemplate,
  variableNames,
} from './index.ts'

type Variables = Readonly<Record<string, unknown>>

const models = [
  ['openai', 'gpt-4o', 'chat-completions'],
  ['openai', 'gpt-4o', 'responses'],
  ['openai', 'gpt-image-1', 'images'],
  ['anthropic', 'claude-x', null],
  ['google', 'gemini', null],
  ['amazon.bedrock', 'claude-x', null],
  ['mistral', 'mistral-large', null],
  ['cohere', 'command', null],
  ['huggingface', 'some/model', null],
] as const

const modelOf = ([provider, name, api_type]: (typeof models)[number], parameters: object) =>
  Model.parse({ provider, name, api_type, parameters })

/** Everything that is read of a template as one text; errors count as answers. */
const answers =
  (template: PromptTemplate, model: Model) =>
  (variables: Variables): string => {
    const rendered = renderTemplate(template, variables)
    const parameters = renderParameters(model.parameters, variables)
    const names = variableNames(template, model.parameters)
    return JSON.stringify({
      template: rendered,
      kwargs: modelKwargs({ template: rendered, model: { ...model, parameters } }),
      missing: missingVariables(names, variables),
    })
  }

function outcome(work: () => string): string {
  try {
    return work()
  } catch (error) {
    return `refused: ${(error as Error).message}`
  }
}

const surrogates = ['\ud83d', '\ude00', '😀']
const odd = ['"', '\\', '\n', '\u2028', '\u0000', 'é', ' ', '', 'slot0-', 'slot0-1;', ...surrogates]
const textParts = fc.constantFrom(
  ...['{a}', '{b!r}', '{c:>3}', '{{ a }}', '{{ b }}', '{{c}}', '{{- a -}}', '{% if a %}x{% endif %}'],
  ...[
    '{{ a|upper }}',
    '{{ range }}',
    '{{ loop }}',
    '{{ true }}',
    '{# note #}',
    '{',
    '}',
    '{"a": 1}',
    '{{',
    'word',
  ],
  ...odd,
)
const anyText = fc.array(textParts, { maxLength: 8 }).map((parts) => parts.join(''))
const block = fc.oneof(
  { weight: 12, arbitrary: anyText.map((text) => ({ type: 'text', text })) },
  anyText.map((url) => ({ type: 'image_url', image_url: { url }, image_variable: null })),
  fc.constant({ type: 'image_url', image_url: { url: 'https://x/y.png' }, image_variable: 'a' }),
  fc.constant({ type: 'media_variable', name: 'b' }),
)
const format = fc.constantFrom('f-string', 'jinja2')
const message = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      role: fc.constantFrom('system', 'user', 'assistant', 'developer'),
      template_format: format,
      content: fc.array(block, { maxLength: 3 }),
    }),
  },
  fc.constant({ role: 'placeholder', name: 'c' }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.constant([]),
    tool_calls: anyText.map((text) => [{ id: '1', function: { name: 'f', arguments: `{"q": "${text}"}` } }]),
  }),
)
const template = fc.oneof(
  fc
    .record({
      type: fc.constant('chat'),
      messages: fc.array(message, { maxLength: 4 }),
      tools: fc.constantFrom(
        null,
        [{ type: 'function', function: { name: 'f' } }],
        [{ type: 'variable', name: 'a' }],
      ),
    })
    .map((value) => PromptTemplate.parse(value)),
  fc
    .record({
      type: fc.constant('completion'),
      template_format: format,
      content: fc.array(block, { maxLength: 2 }),
    })
    .map((value) => PromptTemplate.parse(value)),
)
const parameters = fc.constantFrom(
  {},
  { temperature: 1 },
  { response_format: { type: 'json_object' } },
  {
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { description: '{{ a }}' } } },
  },
)
const value = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom('x', ...odd), { maxLength: 4 }).map((parts) => parts.join('')),
  },
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '{a}',
    '{{ a }}',
    '[1]',
    '{"x": 1}',
    'https://x/y.pdf',
    'data:text/plain,a',
    'true',
    'null',
  ),
  fc.constantFrom(0, -0, 7, 1.5, 2 ** 53, 1e21, true, null, [], ['x'], {}, { a: 'b' }),
)
const variables = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'range', 'loop', 'true'), value)

describe('a prepared answer', () => {
  it('equals the rendered answer, or is null', () => {
    fc.assert(
      fc.property(
        template,
        fc.constantFrom(...models),
        parameters,
        fc.array(variables, { minLength: 1, maxLength: 4 }),
        (template, which, some, values) => {
          const render = answers(template, modelOf(which, some))
          const prepared = prepareAnswer(template, some, render)
          for (const item of values) {
            const text = prepared && fillAnswer(prepared, item)
            if (text !== null)
              assert.equal(
                text,
                outcome(() => render(item)),
              )
          }
        },
      ),
      { numRuns: 3_000 },
    )
  })

  const textMessage = (role: string, text: string, template_format = 'f-string') => ({
    role,
    template_format,
    content: [{ type: 'text', text }],
  })
  const plain = PromptTemplate.parse({
    type: 'chat',
    messages: [
      textMessage('system', 'For {a}.'),
      textMessage('user', '{{ b }}', 'jinja2'),
      textMessage('user', '{a} {{ a }}'),
    ],
  })
  for (const which of models.filter(([, , type]) => type !== 'images'))
    it(`is made for ${which.filter((word) => word !== null).join(' ')}`, () => {
      const render = answers(plain, modelOf(which, { temperature: 1 }))
      const prepared = prepareAnswer(plain, { temperature: 1 }, render) ?? assert.fail('not prepared')
      for (const b of ['x', ' "\\\n😀', 12]) {
        const values = { a: 'Ann', b, more: null }
        assert.equal(fillAnswer(prepared, values), render(values))
      }
      const rendered = [
        { a: 'x' },
        { a: 'x', b: ' ' },
        { a: 'x', b: null },
        { a: 'x', b: [] },
        { a: 'x', b: '\ud83d' },
      ]
      for (const values of rendered) assert.equal(fillAnswer(prepared, values), null)
    })

  it('is not made if the template computes with a value', () => {
    const render = () => JSON.stringify('x')
    for (const messages of [
      [textMessage('user', '{{ a|upper }}', 'jinja2')],
      [textMessage('user', '{{ a', 'jinja2')],
      [{ role: 'placeholder', name: 'a' }],
    ])
      assert.equal(prepareAnswer(PromptTemplate.parse({ type: 'chat', messages }), {}, render), null)
    const answer = ({ a }: Variables) => JSON.stringify(String(a).trim())
    const one = PromptTemplate.parse({ type: 'completion', content: [{ type: 'text', text: '{a}' }] })
    assert.equal(prepareAnswer(one, {}, answer), null)
  })

  it('is null if it becomes long', () => {
    const one = PromptTemplate.parse({ type: 'completion', content: [{ type: 'text', text: '{a}' }] })
    const prepared = prepareAnswer(one, {}, ({ a }) => JSON.stringify(a)) ?? assert.fail('not prepared')
    assert.equal(fillAnswer(prepared, { a: 'x'.repeat(70_000) }), null)
  })
})
