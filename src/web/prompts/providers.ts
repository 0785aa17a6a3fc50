/** Providers to choose from; whatever else a version names is kept. */
export const providers: readonly string[] = [
  'openai',
  'anthropic',
  'google',
  'mistral',
  'cohere',
  'openai.azure',
  'vertexai',
  'amazon.bedrock',
  'anthropic.bedrock',
  'huggingface',
  'custom',
]

/** With the one that is chosen already, as a list to choose from. */
export const providerChoices = (chosen: string): { value: string; label: string }[] =>
  (providers.includes(chosen) ? providers : [chosen, ...providers]).map((value) => ({ value, label: value }))
