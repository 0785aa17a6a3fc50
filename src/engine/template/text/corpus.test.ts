import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CORPUS } from './corpus.cases.ts'
import { FILTERS } from './filters/index.ts'
import { checkText, renderText, TemplateTextError } from './index.ts'
import { TESTS } from './tests.ts'

describe('corpus', () => {
  for (const { name, format, template, variables, expected } of CORPUS) {
    it(`${name}: ${template.slice(0, 80)}`, () => {
      if (typeof expected === 'string') {
        assert.equal(renderText(template, format, variables), expected)
        checkText(template, format)
      } else {
        assert.throws(() => renderText(template, format, variables), {
          name: 'TemplateTextError',
          code: expected.error,
        })
      }
    })
  }

  it('has unique names', () => {
    assert.equal(new Set(CORPUS.map(({ name }) => name)).size, CORPUS.length)
  })

  it('uses every filter and every test', () => {
    const texts = CORPUS.filter(({ format }) => format === 'jinja2').map(({ template }) => template)
    const unused = (names: Iterable<string>, patterns: (name: string) => string[]) =>
      Array.from(names).filter(
        (name) => !texts.some((text) => patterns(name).some((part) => text.includes(part))),
      )
    assert.deepEqual(
      unused(FILTERS.keys(), (name) => [`|${name}`, `| ${name}`]),
      [],
    )
    assert.deepEqual(
      unused(TESTS.keys(), (name) => [`is ${name}`, `is not ${name}`, `("${name}"`]),
      [],
    )
  })
})

describe('errors', () => {
  it('have the line', () => {
    const lineOf = (template: string) => {
      try {
        return renderText(template, 'jinja2', {})
      } catch (error) {
        return error instanceof TemplateTextError ? error.line : error
      }
    }
    assert.equal(lineOf('a\nb\n{{ 1 / 0 }}'), 3)
    assert.equal(lineOf('a\n\n{% if x %}\n{{ 1 + }}'), 4)
    assert.equal(lineOf('{{ 1 }}\n{% for x in [1] %}\n\n{{ x() }}\n{% endfor %}'), 4)
    assert.equal(lineOf('{# a\nb #}\n{% raw %}\n\n{% endraw %}{{ nofilter|nofilter }}'), 5)
    assert.equal(lineOf('{% macro m() %}\n{{ "x" * 10**9 }}{% endmacro %}\n{{ m() }}'), 2)
  })
})
