import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Money } from './money.ts'
import { quantitiesOf } from './usage.ts'

const count = fc.nat(1000)

test('parts add up to input and output and are never negative', () => {
  fc.assert(
    fc.property(
      fc.record({
        inputTokens: count,
        outputTokens: count,
        cachedInputTokens: count,
        cacheWriteTokens: count,
        cacheWriteHourTokens: count,
        inputAudioTokens: count,
        inputImageTokens: count,
        reasoningTokens: count,
        outputAudioTokens: count,
        outputImageTokens: count,
      }),
      (usage) => {
        const parts = quantitiesOf(usage)
        const input =
          parts.input +
          parts.cached_input +
          parts.cache_write +
          parts.cache_write_1h +
          parts.input_audio +
          parts.cached_input_audio +
          parts.input_image
        const output = parts.output + parts.reasoning + parts.output_audio + parts.output_image
        assert.deepEqual([input, output], [usage.inputTokens, usage.outputTokens])
        for (const [kind, quantity] of Object.entries(parts)) assert.ok(quantity >= 0, kind)
      },
    ),
  )
})

/** The ledger's sums rely on this. */
test('a double below 2,000 holds twelve decimals, which multiplying and rounding restores', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_999_999_999_999_999 }), (picos) => {
      const price = new Money(picos).div(1e12).toNumber()
      assert.equal(Math.round(price * 1e12), picos)
    }),
    { numRuns: 10_000 },
  )
})
