import {
  flatRate,
  type ListedModel,
  type MatchRule,
  modelMatchOf,
  type Rate,
  type Rates,
} from '../../engine/price/index.ts'

/** Prices that providers publish and that differ from the prices of the package. These prices take precedence. */
export function corrections(): ListedModel[] {
  return [
    // Mistral moved the alias to Large 3: https://docs.mistral.ai/models/mistral-large-3-25-12
    {
      provider: 'mistral',
      model: 'mistral-large-latest',
      ...ruleOf({ equals: 'mistral-large-latest' }),
      contextTokens: 256_000,
      prices: [
        { from: null, hours: null, rates: ratesOf({ input: 2, output: 6 }) },
        {
          from: Date.UTC(2025, 11, 2),
          hours: null,
          rates: ratesOf({ input: 0.5, cached_input: 0.05, output: 1.5 }),
        },
      ],
    },
    // The package has the search price of gpt-4o-mini here, which is wrong: https://openai.com/api/pricing/
    {
      provider: 'openai',
      model: 'gpt-4o-mini-search-preview',
      ...ruleOf({ starts_with: 'gpt-4o-mini-search-preview' }),
      contextTokens: 128_000,
      prices: [{ from: null, hours: null, rates: ratesOf({ input: 0.15, output: 0.6 }) }],
    },
    ...regional.map(([name, input, cached, output]) => ({
      provider: 'aws',
      model: `${name}-v1:0`,
      ...ruleOf({ contains: name }),
      prices: [{ from: null, hours: null, rates: ratesOf({ input, cached_input: cached, output }) }],
    })),
  ]
}

const ruleOf = (match: MatchRule) => ({ match, isNamed: modelMatchOf(match), contextTokens: null })

/**
 * The package has only rates of the USA: https://aws.amazon.com/bedrock/pricing/. Nova's rate for cached input is a
 * quarter of the input rate.
 */
const regional = [
  ['eu.amazon.nova-pro', '1.05', '0.2625', '4.2'],
  ['eu.amazon.nova-lite', '0.078', '0.0195', '0.312'],
  ['eu.amazon.nova-micro', '0.046', '0.0115', '0.184'],
  ['apac.amazon.nova-pro', '0.84', '0.21', '3.36'],
  ['apac.amazon.nova-lite', '0.063', '0.01575', '0.252'],
  ['apac.amazon.nova-micro', '0.037', '0.00925', '0.148'],
  ['eu.meta.llama3-2-1b-instruct', '0.13', '0.13', '0.13'],
  ['eu.meta.llama3-2-3b-instruct', '0.19', '0.19', '0.19'],
] as const

const ratesOf = (rates: Readonly<Record<string, number | string>>): Rates =>
  Object.fromEntries(Object.entries(rates).map(([kind, dollars]) => [kind, flatRate(dollars)]))

/** Adds rates that the package leaves out, by the rules of a provider for all its models. */
export function correctedModel(model: ListedModel): ListedModel {
  return {
    ...model,
    prices: model.prices.map((dated) => ({ ...dated, rates: withMissingRates(model, dated.rates) })),
  }
}

function withMissingRates({ provider, model }: ListedModel, rates: Rates): Rates {
  const isClaude = (provider === 'aws' || provider === 'google') && /claude/.test(model)
  const { input, output } = rates
  return {
    // Twice the input rate, on Bedrock and Vertex AI too:
    // https://platform.claude.com/docs/en/build-with-claude/prompt-caching#pricing
    ...(isClaude && rates.cache_write && input && { cache_write_1h: twice(input) }),
    // https://ai.google.dev/gemini-api/docs/pricing has one input rate for texts, images, video and audio.
    ...(provider === 'google' && oneInputRate.has(model) && input && { input_audio: input }),
    // These models output only speech.
    ...(provider === 'google' && /-tts$/.test(model) && output && { output_audio: output }),
    ...rates,
  }
}

const oneInputRate = new Set(['gemini-2.5-pro', 'gemini-3-pro-preview', 'gemini-3.1-pro-preview'])

const twice = ({ base, tiers }: Rate): Rate => ({
  base: base.times(2),
  tiers: tiers.map(({ over, rate }) => ({ over, rate: rate.times(2) })),
})
