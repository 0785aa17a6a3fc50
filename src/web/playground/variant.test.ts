import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, variablesOf } from './variant.ts'

const variant = {
  id: '1',
  prompt: null,
  provider: 'openai',
  model: 'gpt-5',
  parameters: { temperature: 0.5 },
}

test('variables are named once, in the order of their first appearance; doubled braces are none', () => {
  const first = { ...variant, system: 'For {company}.', user: '{question} {{literal}} {company}' }
  const second = { ...variant, system: '', user: '{tone} {question} {not a name}' }
  assert.deepEqual(variablesOf([first, second]), ['company', 'question', 'tone'])
})

test('a draft leaves out what is empty', () => {
  assert.deepEqual(draftOf({ ...variant, system: '', user: 'hi', parameters: {} }), {
    prompt_template: { type: 'chat', messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] },
    metadata: { model: { provider: 'openai', name: 'gpt-5', parameters: {} } },
  })
})
