import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { type Outline, outline, requestsIn } from '../journeys/support/reported-calls.ts'
import { appOfSuite } from '../kit/app.ts'
import type { Exchange } from './recording-proxy.ts'
import { Replay } from './replay.ts'

/**
 * Reports of LiteLLM and LangChain through their PromptLayer callbacks, recorded by `record.ts` on 2026-11-24. The
 * suite does not install them: LangChain's handler works with promptlayer 0.5 at most.
 */
const recordings: Record<string, readonly { readonly outline: Outline; readonly rest: object }[]> = {
  'litellm-1.106.2': [
    {
      outline: ['openai', 'gpt-4o-mini', '1+3', 'user: Hi', 'assistant: You said: Hi'],
      rest: { price_source: 'computed', tags: ['gold'], customer: 'ada' },
    },
    {
      outline: ['openai', 'gpt-4o-mini', '2+6', 'user: Weather?', 'assistant: weather({"city":"text"})'],
      rest: { price_source: 'computed', tags: [], customer: undefined },
    },
    {
      outline: ['anthropic', 'claude-sonnet-4-5', '3+5', 'user: Hi Claude', 'assistant: You said: Hi Claude'],
      rest: { price_source: 'computed', tags: [], customer: undefined },
    },
  ],
  'langchain-community-0.3.27': [
    {
      // The handler sends no token counts, so the price is unknown and not 0.
      outline: [
        'openai',
        'gpt-4o-mini',
        '0+0',
        'system: Be kind.',
        'user: Hi chain',
        'assistant: You said: Hi chain',
      ],
      rest: { price_source: 'no_usage', tags: ['chain'], customer: undefined },
    },
  ],
}

suite('calls that callbacks of LiteLLM and LangChain report', () => {
  const app = appOfSuite()

  for (const [name, expected] of Object.entries(recordings))
    test(name, async () => {
      const { api, key } = await app.newWorkspace()
      const file = new URL(`recordings/${name}.json`, import.meta.url)
      const exchanges = JSON.parse(readFileSync(file, 'utf8')) as Exchange[]
      await new Replay(app.baseUrl, key, null).run(exchanges)
      const requests = await requestsIn(api)
      assert.deepEqual(
        requests.map(outline),
        expected.map((one) => one.outline),
      )
      assert.deepEqual(
        requests.map(({ price_source, tags, metadata }) => ({
          price_source,
          tags,
          customer: metadata?.customer,
        })),
        expected.map((one) => one.rest),
      )
    })
})
