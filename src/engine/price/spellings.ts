import { listedProviderOf } from '../providers.ts'

/** A model as a price list may name it. */
export interface Spelling {
  readonly provider: string
  /** In lower case. */
  readonly model: string
}

/** Clients of LiteLLM, and of gateways with OpenAI's API, prefix the model with its provider. */
const gateways = new Set(['', 'litellm', 'litellm_proxy', 'openai', 'custom_openai', 'unknown'])

/** Length limit of names that are looked up; known names are shorter. */
const longestName = 256

/** Candidate names for a lookup, best first; empty for a name that no price list can hold. */
export function spellingsOf(provider: string, model: string): Spelling[] {
  if (provider.length > longestName || model.length > longestName) return []
  const listedProvider = listedProviderOf(provider)
  const name = model.trim().toLowerCase()
  const spellings = spelledFor(listedProvider, name)
  const slash = name.indexOf('/')
  if (slash > 0) {
    const prefixProvider = listedProviderOf(name.slice(0, slash))
    if (prefixProvider === listedProvider || gateways.has(listedProvider))
      spellings.push(
        ...spelledFor(prefixProvider, name.slice(slash + 1).replace(/^(?:converse|invoke)\//, '')),
      )
  }
  return spellings
}

function spelledFor(provider: string, model: string): Spelling[] {
  const last = lastPart(model)
  const models = new Set([model, last, plain(last), dashed(plain(last))])
  return [...models].filter(Boolean).map((name) => ({ provider, model: name }))
}

/**
 * Google writes `models/gemini-2.5-pro` and `publishers/google/models/gemini-2.5-pro`; Amazon writes the ARN of a
 * model or an inference profile.
 */
const lastPart = (model: string) => model.replace(/^(?:(?:.*\/)?models|arn:aws[a-z-]*:bedrock:.*)\//, '')

/** Vertex AI writes dates after an at sign; Azure omits the point of `gpt-3.5`. */
const plain = (model: string) => model.replace('@', '-').replace(/^gpt-35-/, 'gpt-3.5-')

/** `gpt-4o-20240806` in OpenAI's spelling. */
const dashed = (model: string) => model.replace(/-(20\d\d)(\d\d)(\d\d)(?=[-:]|$)/, '-$1-$2-$3')
