import { listedProviderOf } from '../providers.ts'

/** A model as a price list may name it. */
export interface Spelling {
  readonly provider: string
  /** In lower case. */
  readonly model: string
}

/** Clients of LiteLLM and of gateways that speak OpenAI's API write the provider before the model. */
const gateways = new Set(['', 'litellm', 'litellm_proxy', 'openai', 'custom_openai', 'unknown'])

/** No provider has longer names; what is longer is not looked up. */
const longestName = 256

/** The ways to look a model up, best first; none when it cannot be a name that a price list holds. */
export function spellingsOf(provider: string, model: string): Spelling[] {
  if (provider.length > longestName || model.length > longestName) return []
  const known = listedProviderOf(provider)
  const name = model.trim().toLowerCase()
  const spellings = spelledFor(known, name)
  const slash = name.indexOf('/')
  if (slash > 0) {
    const told = listedProviderOf(name.slice(0, slash))
    if (told === known || gateways.has(known))
      spellings.push(...spelledFor(told, name.slice(slash + 1).replace(/^(?:converse|invoke)\//, '')))
  }
  return spellings
}

function spelledFor(provider: string, model: string): Spelling[] {
  const last = lastPart(model)
  const models = new Set([model, last, plain(last), dashed(plain(last))])
  return [...models].filter(Boolean).map((one) => ({ provider, model: one }))
}

/**
 * Google writes `models/gemini-2.5-pro` and `publishers/google/models/gemini-2.5-pro`, Amazon the ARN of a
 * model or of an inference profile.
 */
const lastPart = (model: string) => model.replace(/^(?:(?:.*\/)?models|arn:aws[a-z-]*:bedrock:.*)\//, '')

/** Vertex AI puts a date after an at sign, and Azure leaves out the point of `gpt-3.5`. */
const plain = (model: string) => model.replace('@', '-').replace(/^gpt-35-/, 'gpt-3.5-')

/** `gpt-4o-20240806` as OpenAI writes it. */
const dashed = (model: string) => model.replace(/-(20\d\d)(\d\d)(\d\d)(?=[-:]|$)/, '-$1-$2-$3')
