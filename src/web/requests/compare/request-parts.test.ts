import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from '../../api/index.ts'
import { groupsOf, isDifferent } from './request-parts.ts'

const message = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] })

const requestOf = (messages: readonly object[], more: object = {}) =>
  ({
    prompt_blueprint: { prompt_template: { type: 'chat', messages }, metadata: null },
    prompt_input_variables: {},
    error_type: null,
    error_message: null,
    ...more,
  }) as unknown as Answer<'readRequest'>

const partsOf = (a: Answer<'readRequest'>, b: Answer<'readRequest'>, title: string) =>
  groupsOf(a, b).find((group) => group.title === title)?.parts

describe('the parts of two requests', () => {
  it('are the answers, and the messages before them by role', () => {
    const a = requestOf([
      message('system', 'Be kind.'),
      message('user', 'Where?'),
      message('assistant', 'Here.'),
    ])
    const b = requestOf([message('user', 'Where?'), message('user', 'Now?'), message('assistant', 'There.')])
    assert.deepEqual(partsOf(a, b, 'Output'), [{ title: 'Output', before: 'Here.', after: 'There.' }])
    assert.deepEqual(partsOf(a, b, 'Input'), [
      { title: 'System', before: 'Be kind.', after: null },
      { title: 'User', before: 'Where?', after: 'Where?' },
      { title: 'User', before: null, after: 'Now?' },
    ])
  })

  it('have an error in place of the answer of a failed request', () => {
    const a = requestOf([message('user', 'Where?'), message('assistant', 'Here.')])
    const failed = { error_type: 'PROVIDER_TIMEOUT', error_message: 'too slow' }
    const b = requestOf([message('user', 'Where?'), { role: 'assistant', content: [] }], failed)
    assert.deepEqual(
      groupsOf(a, b).map(({ title }) => title),
      ['Error', 'Output', 'Input'],
    )
    assert.deepEqual(partsOf(a, b, 'Error'), [
      { title: 'Error', before: null, after: 'PROVIDER_TIMEOUT: too slow' },
    ])
    assert.deepEqual(partsOf(a, b, 'Output'), [{ title: 'Output', before: 'Here.', after: null }])
  })

  it('are variables and parameters by name, and tool calls as JSON', () => {
    const called = { role: 'assistant', content: [], tool_calls: [{ function: { name: 'look_up' } }] }
    const modelOf = (parameters: object) => ({
      prompt_blueprint: {
        prompt_template: { type: 'chat', messages: [called] },
        metadata: { model: { provider: 'openai', name: 'gpt-4o', parameters } },
      },
    })
    const a = requestOf([], {
      prompt_input_variables: { city: 'Rome', days: 3 },
      ...modelOf({ temperature: 0 }),
    })
    const b = requestOf([], {
      prompt_input_variables: { city: 'Oslo', pets: [] },
      ...modelOf({ temperature: 0 }),
    })
    assert.deepEqual(partsOf(a, b, 'Variables'), [
      { title: 'city', before: 'Rome', after: 'Oslo' },
      { title: 'days', before: '3', after: null },
      { title: 'pets', before: null, after: '[]' },
    ])
    assert.deepEqual(partsOf(a, b, 'Model parameters'), [{ title: 'temperature', before: '0', after: '0' }])
    const [output] = partsOf(a, b, 'Output')!
    assert.match(output!.before!, /"name": "look_up"/)
    assert.equal(isDifferent(output!), false)
  })
})
