import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Refusal, type RefusalCode } from '../../refusal.ts'
import { Metadata, PromptTemplate } from '../blueprint/index.ts'
import { patchVersion, type TemplatePatch } from './index.ts'

const text = (value: string) => ({ type: 'text', text: value })
const user = (value: string) => ({ role: 'user', content: [text(value)] })
const tool = (name: string) => ({ type: 'function', function: { name } })

const metadata = Metadata.parse({
  team: 'x',
  model: { provider: 'openai', name: 'gpt', parameters: { temperature: 1, seed: 4 } },
})
const chat = {
  template: PromptTemplate.parse({
    type: 'chat',
    messages: [user('a'), user('b'), user('c')],
    tools: [tool('one')],
    tool_choice: 'auto',
  }),
  metadata,
}
const completion = {
  template: PromptTemplate.parse({ type: 'completion', content: [text('a'), text('b')] }),
  metadata: null,
}

function refusal(code: RefusalCode, base: typeof chat | typeof completion, patch: TemplatePatch): Refusal {
  try {
    patchVersion(base, patch)
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, code)
    return error
  }
  return assert.fail('no refusal')
}

const parametersOf = (patch: TemplatePatch) => patchVersion(chat, patch).metadata?.model?.parameters
const chatOf = (patch: TemplatePatch) => {
  const { template } = patchVersion(chat, patch)
  return template.type === 'chat' ? template : assert.fail('not a chat')
}

describe('patchVersion on lists', () => {
  it('replaces all entries by an array, also if there were none', () => {
    assert.equal(chatOf({ messages: [user('z')] }).messages.length, 1)
    assert.equal(chatOf({ functions: [{ name: 'f' }] }).functions?.[0]?.name, 'f')
  })

  it('patches completion content', () => {
    const { template } = patchVersion(completion, { content: { '0': text('A') } })
    assert.deepEqual(template.type === 'completion' && template.content.map((block) => block['text']), [
      'A',
      'b',
    ])
  })

  it('removes tools given as null, but ignores null for messages and content', () => {
    assert.equal(chatOf({ tools: null }).tools, null)
    assert.equal(chatOf({ functions: null }).functions, null)
    assert.deepEqual(chatOf({ messages: null }).messages, chatOf({}).messages)
    assert.deepEqual(patchVersion(completion, { content: null }), completion)
  })

  for (const key of ['3', '-1', '1.5', '01', 'x', '', '__proto__', '1e0', '99999999999999999999']) {
    it(`refuses the index ${JSON.stringify(key)}`, () => {
      const messages = Object.fromEntries([[key, user('z')]])
      const { data, message } = refusal('patch_out_of_bounds', chat, { messages })
      assert.deepEqual(data, { field: 'messages', index: key, length: 3 })
      assert.match(message, /out of bounds.* has 3$/)
    })
  }

  it('refuses an index into a missing list', () => {
    refusal('patch_out_of_bounds', chat, { functions: { '0': { name: 'f' } } })
    assert.equal(chatOf({ functions: {} }).functions, null)
  })

  it('refuses invalid entries with their path', () => {
    const { data, message } = refusal('invalid', chat, { messages: { '0': { role: 'user', content: 'hi' } } })
    assert.deepEqual(data['loc'], ['body', 'messages', '0', 'content'])
    assert.match(message, /array of content blocks/)
    assert.deepEqual(data['issues'], [{ loc: data['loc'], msg: message, type: 'array_type' }])
    const inArray = refusal('invalid', chat, { messages: [user('a'), { role: 'user' }] })
    assert.deepEqual(inArray.data['loc'], ['body', 'messages', '1', 'content'])
    assert.deepEqual([inArray.message, Object(inArray.data['issues'])[0].type], ['Field required', 'missing'])
    refusal('invalid', chat, { tools: [null] })
  })
})

describe('patchVersion on single fields', () => {
  it('replaces and removes function_call and tool_choice', () => {
    assert.equal(chatOf({ tool_choice: null }).tool_choice, null)
    assert.deepEqual(chatOf({ function_call: { name: 'f' } }).function_call, { name: 'f' })
    assert.deepEqual(
      refusal('invalid', chat, { tool_choice: { type: 'x' } }).data['loc']?.toString(),
      'body,tool_choice,type',
    )
  })

  it('refuses fields of the other template type', () => {
    assert.deepEqual(refusal('patch_wrong_type', chat, { content: [] }).data, {
      field: 'content',
      type: 'chat',
    })
    for (const field of ['messages', 'tools', 'functions', 'function_call', 'tool_choice']) {
      refusal('patch_wrong_type', completion, { [field]: [] })
    }
    refusal('patch_wrong_type', completion, { tools: null })
    assert.deepEqual(patchVersion(completion, { messages: null }), completion)
  })

  it('merges model parameters one level deep', () => {
    assert.deepEqual(parametersOf({ model_parameters: { seed: null, stop: { a: 1 } } }), {
      temperature: 1,
      seed: null,
      stop: { a: 1 },
    })
    assert.equal(patchVersion(chat, { model_parameters: {} }).metadata?.['team'], 'x')
    assert.deepEqual(patchVersion(chat, { model_parameters: null }), chat)
  })

  it('treats __proto__ in parameters as a normal key', () => {
    const patched = parametersOf({ model_parameters: JSON.parse('{"__proto__":{"polluted":1}}') })
    assert.equal(Object.hasOwn(patched ?? {}, '__proto__'), true)
    assert.equal(Object.getPrototypeOf(patched), Object.prototype)
    assert.equal('polluted' in {}, false)
  })

  it('sets and removes the response format', () => {
    const format = { type: 'json_object' }
    const withFormat = patchVersion(chat, { response_format: format })
    assert.deepEqual(withFormat.metadata?.model?.parameters['response_format'], format)
    assert.deepEqual(patchVersion(withFormat, { response_format: null }), chat)
  })

  it('refuses a response format given twice, or without a model', () => {
    for (const response_format of [null, {}]) {
      refusal('patch_conflict', chat, { response_format, model_parameters: { response_format: {} } })
      refusal('bad_request', completion, { response_format })
    }
    refusal('bad_request', completion, { model_parameters: { seed: 1 } })
  })
})

describe('patchVersion for any patch', () => {
  const entries = fc.dictionary(fc.constantFrom('0', '1', '2'), fc.string().map(user))

  it('gives the same result by index as by array, and does not change the base', () => {
    fc.assert(
      fc.property(entries, (messages) => {
        const before = structuredClone(chat)
        const whole = chatOf({}).messages.map((message, index) => messages[String(index)] ?? message)
        assert.deepEqual(patchVersion(chat, { messages }), patchVersion(chat, { messages: whole }))
        assert.deepEqual(chat, before)
      }),
    )
  })

  it('changes nothing without fields', () => {
    const undefinedFields = {
      messages: undefined,
      tools: undefined,
      response_format: undefined,
      content: undefined,
    }
    for (const base of [chat, completion]) {
      assert.deepEqual(patchVersion(base, {}), base)
      assert.deepEqual(patchVersion(base, undefinedFields), base)
    }
  })
})
