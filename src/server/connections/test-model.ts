/** For each provider, a small model that every account can call. */
const models = new Map([
  ['openai', 'gpt-4o-mini'],
  ['openrouter', 'openai/gpt-4o-mini'],
  ['anthropic', 'claude-haiku-4-5'],
  ['google', 'gemini-2.5-flash-lite'],
  ['vertexai', 'gemini-2.5-flash-lite'],
  ['mistral', 'mistral-small-latest'],
  ['cohere', 'command-r7b-12-2024'],
  ['huggingface', 'meta-llama/Llama-3.1-8B-Instruct'],
  ['amazon.bedrock', 'amazon.nova-micro-v1:0'],
])

/** Returns the model for testing a key; null if Galley has none for the provider and the caller must name one. */
export const testModelOf = ({ provider }: { readonly provider: string }): string | null =>
  models.get(provider) ?? null
