/** Providers under the names that the conventions give them, and under those of this interface. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^az|azure/, 'openai.azure'],
  [/^openai/, 'openai'],
  [/anthropic.*(vertex)/, 'vertexai'],
  [/bedrock|^aws/, 'amazon.bedrock'],
  [/anthropic|^claude/, 'anthropic'],
  [/vertex/, 'vertexai'],
  [/gemini|google|^gcp/, 'google'],
  [/mistral/, 'mistral'],
  [/cohere/, 'cohere'],
  [/hugging/, 'huggingface'],
]

/** Frameworks name themselves where a provider belongs; then the model tells. */
const frameworks =
  /^(langchain|llamaindex|llama_index|haystack|crewai|litellm|vercel|gateway|_other|unknown|)$/

const byModel: readonly (readonly [RegExp, string])[] = [
  [/^(gpt|o\d|chatgpt|text-embedding|text-davinci|dall-e)/, 'openai'],
  [/claude/, 'anthropic'],
  [/gemini/, 'google'],
  [/mistral|mixtral|codestral/, 'mistral'],
  [/^command/, 'cohere'],
]

/** The provider as Galley calls it: as told, else by the model's name, else `unknown`. */
export function providerName(told: string | null, model: string | null): string {
  const name = (told ?? '').trim().toLowerCase()
  if (!frameworks.test(name)) return known.find(([pattern]) => pattern.test(name))?.[1] ?? name
  const family = (model ?? '').toLowerCase().replace(/^.*\//, '')
  return byModel.find(([pattern]) => pattern.test(family))?.[1] ?? (name || 'unknown')
}
