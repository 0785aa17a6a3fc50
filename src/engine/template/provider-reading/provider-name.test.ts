import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCall } from './reading.cases.ts'

const litellm = 'openai.ChatCompletion.create'
const chain = (name: string) => `langchain.chat_models.${name}`

/** Values that LiteLLM 1.106.2 and LangChain's PromptLayerCallbackHandler send. */
for (const [functionName, providerType, kwargs, provider] of [
  [litellm, null, { model: 'claude-sonnet-4-20250514' }, 'anthropic'],
  [litellm, null, { model: 'gemini-2.5-flash' }, 'google'],
  [litellm, null, { model: 'anthropic.claude-3-5-sonnet-20241022-v2:0' }, 'amazon.bedrock'],
  [litellm, null, { model: 'gpt-4o-mini' }, 'openai'],
  [litellm, null, { model: 'llama-3.3-70b' }, 'openai'],
  ['openai.chat.completions.create', null, { model: 'claude-sonnet-4' }, 'openai'],
  [litellm, 'openai', { model: 'claude-sonnet-4' }, 'openai'],
  [chain('openai.ChatOpenAI'), 'langchain', { model: 'gpt-4o-mini', _type: 'openai-chat' }, 'openai'],
  [
    chain('anthropic.ChatAnthropic'),
    'langchain',
    { model: 'claude-x', _type: 'anthropic-chat' },
    'anthropic',
  ],
  [
    chain('azure.AzureChatOpenAI'),
    'langchain',
    { model: 'gpt-4o', _type: 'azure-openai-chat' },
    'openai.azure',
  ],
  [
    chain('bedrock.ChatBedrock'),
    'langchain',
    { model: 'nova', _type: 'amazon_bedrock_chat' },
    'amazon.bedrock',
  ],
  [chain('groq.ChatGroq'), 'langchain', { model: 'llama-3.3-70b', _type: 'groq-chat' }, 'groq'],
  [chain('openai.ChatOpenAI'), 'langchain', { model: 'deepseek-chat', _type: 'openai-chat' }, 'deepseek'],
  [chain('fake.Fake'), 'langchain', { model: 'anything' }, 'langchain'],
] as const)
  test(`${functionName} with ${kwargs.model} has the provider ${provider}`, () => {
    assert.equal(readCall({ functionName, providerType, kwargs }).provider, provider)
  })
