import fc from 'fast-check'
import { Metadata, PromptTemplate } from '../blueprint/index.ts'
import type { Version } from './index.ts'

/** Versions for the tests of this folder. */

export const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })

export const chatVersion = (messages: readonly unknown[], rest: object = {}): Version => ({
  template: PromptTemplate.parse({ type: 'chat', messages, ...rest }),
  metadata: null,
})

const word = fc.constantFrom('a', 'b', 'c', '', '__proto__')
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: word }),
  fc.record({ type: fc.constant('media_variable'), name: word }),
)
const content = fc.array(block, { maxLength: 3 })
const message = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'system'), content }),
  fc.record({ role: fc.constant('tool'), tool_call_id: word, content }),
)
const tool = fc.record({ type: fc.constant('variable'), name: word })
const json = fc.jsonValue({ maxDepth: 3 })

const chat = fc.record({
  type: fc.constant('chat'),
  messages: fc.array(message, { maxLength: 6 }),
  tools: fc.option(fc.array(tool, { maxLength: 3 })),
  input_variables: fc.uniqueArray(word),
})
const completion = fc.record({ type: fc.constant('completion'), content })
const metadata = fc.record({
  model: fc.option(
    fc.record({
      provider: word,
      name: word,
      parameters: fc.dictionary(word, json, { maxKeys: 4 }),
    }),
  ),
  note: json,
})

/** Versions with few different values, so that two of them have much in common. */
export const anyVersion: fc.Arbitrary<Version> = fc
  .record({
    template: fc.oneof({ arbitrary: chat, weight: 4 }, completion),
    metadata: fc.option(metadata),
  })
  .map((generated) => {
    const version = JSON.parse(JSON.stringify(generated))
    return {
      template: PromptTemplate.parse(version.template),
      metadata: Metadata.nullable().parse(version.metadata),
    }
  })
