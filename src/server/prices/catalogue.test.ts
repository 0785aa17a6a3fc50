import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { calcPrice, type Provider, waitForUpdate } from '@pydantic/genai-prices'
import fc from 'fast-check'
import { priceCall } from '../../engine/price/index.ts'
import { builtInList, loadBuiltInList, PriceCatalogue } from './catalogue.ts'
import { priceCases } from './price.cases.ts'

const builtIn = await loadBuiltInList()
const catalogue = new PriceCatalogue(builtIn)
const find = catalogue.find.bind(catalogue)

for (const [index, { provider, model, at, usage, cost }] of priceCases.entries())
  test(`${index + 1}: ${provider} ${model.slice(0, 80)} ${at ?? ''} ${JSON.stringify(usage)}`, () => {
    const time = Date.parse(at ?? '2026-05-02T10:00:00Z')
    const { source, price } = priceCall(
      { provider, models: [model], time, serviceTier: null, usage },
      [],
      find,
    )
    assert.deepEqual([source, price?.toFixed() ?? null], [cost === null ? 'unknown_model' : 'computed', cost])
  })

const providers = (await waitForUpdate()) as Provider[]
/** All models of the package's list. The calls of the test have token counts only: no fees, searches or service tiers. */
const listed = providers.flatMap(({ id, models }) =>
  models.map((model) => ({ provider: id, model: model.id })),
)

test('a call with token counts costs what the package computes, except for its rounding', () => {
  const count = fc.nat(400_000)
  let compared = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...listed),
      count,
      count,
      fc.nat(100),
      fc.nat(100),
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2027, 5) }),
      ({ provider, model }, inputTokens, outputTokens, cachedPart, reasoningPart, time) => {
        fc.pre(inputTokens + outputTokens > 0)
        const cachedInputTokens = Math.floor((inputTokens * cachedPart) / 100)
        const reasoningTokens = Math.floor((outputTokens * reasoningPart) / 100)
        const usage = { inputTokens, outputTokens, cachedInputTokens, reasoningTokens }
        const call = { provider, models: [model], time, serviceTier: null, usage }
        const ours = priceCall(call, [], find)
        const theirs = calcPrice(
          {
            input_tokens: inputTokens,
            output_tokens: outputTokens,
            cache_read_tokens: cachedInputTokens,
            output_reasoning_tokens: reasoningTokens,
          },
          model,
          { providerId: provider, timestamp: new Date(time) },
        )
        if (ours.price === null) return
        assert.ok(theirs, `the package has no price for ${provider} ${model}`)
        const difference = Math.abs(ours.price.toNumber() - theirs.total_price)
        assert.ok(difference <= 1e-9 * Math.max(1, theirs.total_price), `${provider} ${model}: ${difference}`)
        compared++
      },
    ),
    { numRuns: 3000 },
  )
  assert.ok(compared > 2000, `only ${compared} were compared`)
})

test('the version of the built-in list is the version of the installed package', () => {
  const installed = fileURLToPath(import.meta.resolve('@pydantic/genai-prices')).replace(
    /dist.*$/,
    'package.json',
  )
  assert.equal(JSON.parse(readFileSync(installed, 'utf8')).version, builtInList.version)
})

test('the cache of model names is bounded', () => {
  const small = new PriceCatalogue(builtIn, 10)
  for (let index = 0; index < 100; index++) small.find('openai', `gpt-4o-${index}`)
  assert.equal(small.size, 10)
})
