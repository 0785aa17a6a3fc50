import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messages, outline, readCall } from './reading.cases.ts'

const kwargs = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
const out = (response: unknown) =>
  outline(readCall({ functionName: 'langchain.Chat', kwargs, response }).output)

describe('answers of unknown APIs', () => {
  test('failures, empty answers and errors have no messages', () => {
    for (const response of [{}, null, undefined, [], { error: { message: 'no' } }])
      assert.deepEqual(out(response), [])
  })

  test('LangChain: text, a message, messages, generations', () => {
    assert.deepEqual(out({ text: 'Yo', llm_output: null }), ['assistant: Yo'])
    assert.deepEqual(out([{ role: 'assistant', content: 'Yo' }]), ['assistant: Yo'])
    assert.deepEqual(out({ generations: [[{ text: 'Yo', generation_info: {} }]] }), ['assistant: Yo'])
    assert.deepEqual(out({ lc: 1, type: 'constructor', kwargs: { content: 'Yo' } }), ['assistant: Yo'])
  })

  test('LangChain token counts', () => {
    const usage_metadata = {
      input_tokens: 9,
      output_tokens: 4,
      input_token_details: { cache_read: 5 },
      output_token_details: { reasoning: 2 },
    }
    assert.deepEqual(readCall({ kwargs, response: { content: 'Yo', usage_metadata } }).usage, {
      inputTokens: 9,
      outputTokens: 4,
      cachedInputTokens: 5,
      reasoningTokens: 2,
    })
    const llm_output = { token_usage: { prompt_tokens: 7, completion_tokens: 8 } }
    assert.equal(readCall({ kwargs, response: { text: 'Yo', llm_output } }).usage.outputTokens, 8)
  })

  test('Ollama', () => {
    const response = {
      model: 'm',
      message: { role: 'assistant', content: 'Yo' },
      done_reason: 'stop',
      prompt_eval_count: 3,
      eval_count: 2,
    }
    const reading = readCall({ kwargs, response })
    assert.deepEqual([reading.outputText, reading.finishReason, reading.usage.inputTokens], ['Yo', 'stop', 3])
  })

  test('a string; anything else as text', () => {
    assert.deepEqual(out('Yo'), ['assistant: Yo'])
    assert.deepEqual(out({ answer: 42 }), ['assistant: {"answer":42}'])
    assert.deepEqual(out([1]), ['assistant: [1]'])
    assert.deepEqual(out(7), ['assistant: 7'])
  })

  test('a proxy may answer in another API', () => {
    const anthropicCall = { functionName: 'anthropic.messages.create', kwargs }
    const response = { choices: [{ message: { role: 'assistant', content: 'Yo' }, finish_reason: 'stop' }] }
    assert.deepEqual(outline(readCall({ ...anthropicCall, response }).output), ['assistant: Yo'])
    const completed = readCall({
      functionName: 'openai.completions.create',
      kwargs: { prompt: 'A' },
      response: { content: [{ type: 'text', text: 'B' }] },
    })
    assert.deepEqual([completed.output.type, completed.outputText], ['completion', 'B'])
  })
})

describe('calls of unknown functions are read by their arguments', () => {
  const input = (kwargs: Record<string, unknown>) => outline(readCall({ kwargs: kwargs }).input)

  test('messages, in the form of three APIs', () => {
    assert.deepEqual(input({ messages: kwargs.messages }), ['user: Hi'])
    assert.deepEqual(input({ system: 'S', messages: kwargs.messages }), ['system: S', 'user: Hi'])
    assert.deepEqual(input({ modelId: 'm', messages: [{ role: 'user', content: [{ text: 'Hi' }] }] }), [
      'user: Hi',
    ])
    const result = { type: 'tool_result', tool_use_id: 't', content: 'R' }
    assert.deepEqual(input({ messages: [{ role: 'user', content: [result] }] }), ['tool: R'])
  })

  test('input, contents, message, prompt, nothing', () => {
    assert.deepEqual(input({ input: 'Hi' }), ['user: Hi'])
    assert.deepEqual(input({ contents: 'Hi' }), ['user: Hi'])
    assert.deepEqual(input({ message: 'Hi' }), ['user: Hi'])
    assert.equal(readCall({ kwargs: { prompt: 'Hi' } }).template.type, 'completion')
    assert.deepEqual(input({}), [])
  })

  test('the provider decides if the arguments are ambiguous', () => {
    const inputOf = (providerType: string) =>
      outline(
        readCall({ providerType, kwargs: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] } }).input,
      )
    assert.deepEqual(inputOf('amazon.bedrock'), ['user: Hi'])
    const claude = {
      providerType: 'vertexai',
      kwargs: { model: 'claude-x', messages: kwargs.messages, system: 'S' },
    }
    assert.deepEqual(outline(readCall(claude).input), ['system: S', 'user: Hi'])
  })

  test('positional arguments: messages, a list of them, a prompt, all arguments', () => {
    const positional = (...args: unknown[]) => readCall({ args })
    const [message] = kwargs.messages
    assert.deepEqual(outline(positional(message, message).input), ['user: Hi', 'user: Hi'])
    assert.deepEqual(outline(positional([message]).input), ['user: Hi'])
    assert.deepEqual(positional('Once').inputText, 'Once')
    assert.deepEqual(positional(kwargs).model, 'm')
  })

  test('roles with other names, and unknown roles', () => {
    const roles = ['human', 'ai', 'critic'].map((role) => ({ role, content: 'x' }))
    assert.deepEqual(input({ messages: roles }), ['user: x', 'assistant: x', 'user: x'])
    assert.deepEqual(input({ messages: 'just text' }), ['user: just text'])
  })

  test('names: provider from the function, model from the answer', () => {
    const reading = readCall({ functionName: 'boto3.bedrock-runtime.converse', response: { model: 'm-1' } })
    assert.deepEqual([reading.provider, reading.model], ['amazon.bedrock', 'm-1'])
    assert.equal(readCall({}).provider, 'unknown')
    assert.equal(readCall({ kwargs, apiType: 'responses' }).apiType, 'responses')
    assert.equal(messages(readCall({}).template).length, 0)
  })
})
