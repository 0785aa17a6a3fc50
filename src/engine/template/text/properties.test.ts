import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { checkText, renderText, TemplateTextError, variablesOf } from './index.ts'
import type { TemplateFormat } from './plain.ts'

const FORMATS: readonly TemplateFormat[] = ['f-string', 'jinja2']
const PIECES = [
  ...[
    '{{ ',
    ' }}',
    '{% ',
    ' %}',
    '{#',
    '#}',
    '{',
    '}',
    '-',
    '+',
    '(',
    ')',
    '[',
    ']',
    '|',
    '.',
    ',',
    ':',
    '=',
    '*',
    '%',
  ],
  ...[
    'if',
    'for',
    'in',
    'else',
    'endif',
    'endfor',
    'set',
    'macro',
    'endmacro',
    'is',
    'not',
    'and',
    'raw',
    'endraw',
  ],
  ...[
    'x',
    'y',
    'loop',
    'range',
    '1',
    '2.5',
    "'a'",
    '"b"',
    ' ',
    '\n',
    'upper',
    'join',
    'defined',
    '~',
    '**',
    '//',
    '<',
  ],
]
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => `{{ ${parts.join(' ')} }}`),
)
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/)

/** The SDK's own pattern, as the reference for f-string texts. */
function sdkRender(template: string, variables: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)(?:[!:][^}]*)?\}/g, (_, key: string) =>
    Object.hasOwn(variables, key) ? (variables[key] ?? '') : '',
  )
}

describe('properties', () => {
  it('text without braces is unchanged', () => {
    const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/[{}\r\n]/.test(text))
    fc.assert(
      fc.property(plain, fc.constantFrom(...FORMATS), (text, format) => {
        assert.equal(renderText(text, format, {}), text)
        assert.deepEqual(variablesOf(text, format), [])
      }),
    )
  })

  it('every f-string variable is listed and rendered', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), (names) => {
        const template = names.map((key) => `<{${key}}>`).join(' ')
        const variables = Object.fromEntries(names.map((key, index) => [key, `v${index}`]))
        assert.deepEqual(variablesOf(template, 'f-string'), names)
        const expected = names.map((_, index) => `<v${index}>`).join(' ')
        assert.equal(renderText(template, 'f-string', variables), expected)
      }),
    )
  })

  it('f-string agrees with the pattern of the SDK', () => {
    const unit = fc.constantFrom('{', '}', 'a', 'b', '1', '_', ':', '!', ' ', '"', '\n', 'é', '-')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (template) => {
        const variables = { a: 'A', b: '{a}', a1: '', _: '$&' }
        assert.equal(renderText(template, 'f-string', variables), sdkRender(template, variables))
      }),
      { numRuns: 2000 },
    )
  })

  it('both formats print JSON values in the same form', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(value !== null)
        assert.equal(
          renderText('{x}', 'f-string', { x: value }),
          renderText('{{ x }}', 'jinja2', { x: value }),
        )
      }),
    )
  })

  it('throws nothing but TemplateTextError', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...FORMATS), fc.jsonValue(), (text, format, value) => {
        for (const run of [
          () => renderText(text, format, { x: value, y: [1, 'a', null] }),
          () => checkText(text, format),
          () => variablesOf(text, format),
        ]) {
          try {
            run()
          } catch (error) {
            assert.ok(error instanceof TemplateTextError, String(error))
            assert.ok(!/internal|Cannot read|is not a function/.test(error.message), error.message)
          }
        }
      }),
      { numRuns: 3000 },
    )
  })
})
