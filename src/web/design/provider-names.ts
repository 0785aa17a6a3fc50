/** Providers to choose from, by the names that templates have; other names are kept. */
const names = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  openrouter: 'OpenRouter',
  mistral: 'Mistral',
  cohere: 'Cohere',
  'openai.azure': 'Azure OpenAI',
  vertexai: 'Vertex AI',
  'amazon.bedrock': 'Amazon Bedrock',
  'anthropic.bedrock': 'Anthropic on Bedrock',
  huggingface: 'Hugging Face',
  custom: 'Custom provider',
} as const

export const providerIds: readonly string[] = Object.keys(names)

export const providerName = (provider: string): string =>
  (names as Readonly<Record<string, string>>)[provider] ?? provider
