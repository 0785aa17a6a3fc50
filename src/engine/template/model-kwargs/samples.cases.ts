import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Model, PromptTemplate } from '../blueprint/index.ts'
import { modelKwargs } from './index.ts'

/** Short builders of templates and models for the tables of test cases. */

type Json = Record<string, unknown>

export const text = (words: string, more: Json = {}): Json => ({ type: 'text', text: words, ...more })
export const image = (url: string, more: Json = {}): Json => ({
  type: 'image_url',
  image_url: { url },
  ...more,
})
export const media = (type: string, url: string, more: Json = {}): Json => ({
  type: 'media',
  media: { type, url, format: url.startsWith('http') ? 'url' : 'base64', ...more },
})
export const message = (role: string, content: Json[] | string, more: Json = {}): Json => ({
  role,
  content: typeof content === 'string' ? [text(content)] : content,
  ...more,
})
export const call = (id: string, name: string, args: string, more: Json = {}): Json => ({
  id,
  type: 'function',
  function: { name, arguments: args },
  ...more,
})
export const chat = (messages: Json[], more: Json = {}): PromptTemplate =>
  PromptTemplate.parse({ type: 'chat', messages, ...more })
export const completion = (words: string): PromptTemplate =>
  PromptTemplate.parse({ type: 'completion', content: [text(words)] })

export const citySchema = { type: 'object' as const, properties: { city: { type: 'string' } } }
export const weather = (more: Json = {}): Json => ({
  type: 'function',
  function: { name: 'weather', description: 'Tells it', parameters: citySchema },
  ...more,
})
export const builtIn = (type: string, provider: string, config: Json = {}, more: Json = {}): Json => ({
  id: `tool_${type}`,
  name: type,
  description: '',
  provider,
  type,
  config,
  ...more,
})
export const question = chat([message('user', 'Hi')])
export const jsonFormat = {
  type: 'json_schema',
  json_schema: { name: 'place', schema: citySchema, strict: true },
}
export const ephemeral = { type: 'ephemeral' as const }
export const cached = { cache_control: ephemeral }

export interface Case<Expected> {
  title: string
  template: PromptTemplate
  parameters?: Json
  expected: Expected
}

/**
 * One test for each case. `sent` returns the body that the provider's client makes of the kwargs; without an installed client
 * the kwargs are compared.
 */
export const testCases = <Expected>(
  modelFields: { provider: string; name: string; api_type?: string },
  cases: Case<Expected>[],
  sent: (kwargs: Json) => Promise<unknown> = async (kwargs) => kwargs,
): void => {
  for (const { title, template, parameters, expected } of cases) {
    test(`${modelFields.provider}${modelFields.api_type ? ` ${modelFields.api_type}` : ''}: ${title}`, async () => {
      const model = Model.parse({ ...modelFields, parameters: parameters ?? {} })
      const before = structuredClone({ template, model })
      assert.deepEqual(await sent(modelKwargs({ template, model })), expected)
      assert.deepEqual({ template, model }, before, 'the input is unchanged')
    })
  }
}

/** A fetch that records the request's body and answers with an empty object. */
export const recorder = (): { fetch: typeof fetch; body: () => unknown } => {
  let last: unknown
  return {
    fetch: async (_url, init) => {
      last = JSON.parse(String(init?.body))
      return Response.json({})
    },
    body: () => last,
  }
}
