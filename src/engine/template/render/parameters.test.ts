import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../refusal.ts'
import { renderParameters } from './index.ts'

const parameters = {
  temperature: 1,
  stop: ['{{ who }}'],
  response_format: {
    type: 'json_schema',
    json_schema: {
      schema: {
        properties: {
          mood: { enum: { name: 'moods', type: 'enum_variable' }, description: 'of {{ who }}' },
          user: { type: 'variable', name: 'userSchema' },
        },
      },
    },
  },
}
const schemaOf = (variables: Record<string, unknown>): unknown => {
  const rendered = renderParameters(parameters, variables)['response_format']
  return (rendered as typeof parameters.response_format).json_schema.schema.properties
}

describe('renderParameters', () => {
  it('replaces expressions, enums and schemas, without rendering their values', () => {
    const userSchema = { type: 'object', description: '{{ who }}' }
    const before = structuredClone(parameters)
    assert.deepEqual(schemaOf({ who: 'Ann', moods: ['{{ who }}'], userSchema }), {
      mood: { enum: ['{{ who }}'], description: 'of Ann' },
      user: userSchema,
    })
    assert.deepEqual(parameters, before)
  })

  it('leaves variables without a value, and other parameters', () => {
    const rendered = renderParameters(parameters, {})
    assert.deepEqual(rendered['stop'], ['{{ who }}'])
    assert.deepEqual(schemaOf({}), {
      mood: { enum: { name: 'moods', type: 'enum_variable' }, description: 'of ' },
      user: { type: 'variable', name: 'userSchema' },
    })
    assert.deepEqual(renderParameters({ seed: 1 }, {}), { seed: 1 })
  })

  it('refuses values of the wrong shape', () => {
    for (const variables of [{ moods: 'x' }, { moods: {} }, { userSchema: [] }, { userSchema: 'x' }]) {
      assert.throws(
        () => renderParameters(parameters, variables),
        (error) =>
          error instanceof Refusal && error.code === 'template_error' && error.data['message'] === null,
      )
    }
  })

  it('keeps __proto__ keys as data', () => {
    const response_format = JSON.parse('{"__proto__": {"polluted": "{{ x }}"}}')
    const rendered = renderParameters({ response_format }, { x: 1 })['response_format']
    assert.equal(JSON.stringify(rendered), '{"__proto__":{"polluted":"1"}}')
  })
})
