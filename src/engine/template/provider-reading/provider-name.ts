import { providerNamed } from '../../providers.ts'

/** Frameworks report their own name as provider; the model's name decides then. */
const frameworks =
  /^(langchain|llamaindex|llama_index|haystack|crewai|litellm|vercel|gateway|strands-agents|_other|unknown|)$/

const byModel: readonly (readonly [RegExp, string])[] = [
  [/^(gpt|o\d|chatgpt|text-embedding|text-davinci|dall-e)/, 'openai'],
  [/^([a-z]{2,6}\.)?(anthropic|amazon|meta|cohere|mistral)\./, 'amazon.bedrock'],
  [/claude/, 'anthropic'],
  [/gemini/, 'google'],
  [/mistral|mixtral|codestral/, 'mistral'],
  [/^command/, 'cohere'],
  [/^grok/, 'x-ai'],
  [/^deepseek/, 'deepseek'],
]

/** The provider that a model's name implies; null if several offer it. */
export function providerOfModel(model: string): string | null {
  const family = model.toLowerCase().replace(/^.*\//, '')
  return byModel.find(([pattern]) => pattern.test(family))?.[1] ?? null
}

export const isFramework = (provider: string): boolean => frameworks.test(provider.trim().toLowerCase())

/** Galley's name of the provider: as reported, else by the model's name, else `unknown`. */
export function providerName(reported: string | null, model: string | null): string {
  const name = (reported ?? '').trim().toLowerCase()
  if (!isFramework(name)) return providerNamed(name)
  return providerOfModel(model ?? '') ?? (name || 'unknown')
}
