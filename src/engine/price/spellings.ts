/** A model as the price catalogue may know it. */
export interface Spelling {
  readonly provider: string
  readonly model: string
}

/** Providers as requests name them, where the catalogue has another word. */
const catalogueProviders: Readonly<Record<string, string>> = {
  'openai.azure': 'azure',
  azure_openai: 'azure',
  'azure-openai': 'azure',
  'amazon.bedrock': 'aws',
  'anthropic.bedrock': 'aws',
  bedrock: 'aws',
  vertexai: 'google',
  'google.vertexai': 'google',
  'anthropic.vertexai': 'google',
  gemini: 'google',
  xai: 'x-ai',
  mistralai: 'mistral',
}

/** No provider has longer names; what is longer is not looked up. */
const longestName = 256

/** The ways to look a model up, best first; none when it cannot be a name that a price list holds. */
export function spellingsOf(provider: string, model: string): Spelling[] {
  if (provider.length > longestName || model.length > longestName) return []
  const name = provider.trim().toLowerCase()
  const known = Object.hasOwn(catalogueProviders, name) ? catalogueProviders[name]! : name
  const models = new Set([model.trim(), lastPart(model.trim()), plain(lastPart(model.trim()))])
  return [...models].filter(Boolean).map((one) => ({ provider: known, model: one }))
}

/**
 * Google writes `models/gemini-2.5-pro` and `publishers/google/models/gemini-2.5-pro`, Amazon the ARN of a
 * model or of an inference profile.
 */
const lastPart = (model: string) => model.replace(/^(?:(?:.*\/)?models|arn:aws[a-z-]*:bedrock:.*)\//i, '')

/** Vertex AI puts a date after an at sign, and Azure leaves out the point of `gpt-3.5`. */
const plain = (model: string) => model.replace('@', '-').replace(/^gpt-35-/i, 'gpt-3.5-')
