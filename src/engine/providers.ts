/** A provider with all its names. */
interface Provider {
  /** The name in the request log. */
  readonly name: string
  /** The name in genai-prices' list. */
  readonly listed: string
  /** Other names of this provider in SDKs, LiteLLM and gateways; prices are found by them. */
  readonly aliases: readonly string[]
  /**
   * Pattern of names in instrumentations. Less exact than aliases, so prices are not found by it. Null: logged as
   * given.
   */
  readonly pattern: RegExp | null
}

/** The first provider whose pattern matches wins. */
const providers: readonly Provider[] = [
  {
    name: 'openai.azure',
    listed: 'azure',
    aliases: ['azure_openai', 'azure-openai', 'azure_ai', 'azure_text'],
    pattern: /^az|azure/,
  },
  { name: 'openai', listed: 'openai', aliases: ['text-completion-openai'], pattern: /^openai/ },
  {
    name: 'vertexai',
    listed: 'google',
    aliases: ['google.vertexai', 'anthropic.vertexai', 'vertex_ai', 'vertex_ai_beta'],
    pattern: /vertex/,
  },
  {
    name: 'amazon.bedrock',
    listed: 'aws',
    aliases: ['anthropic.bedrock', 'bedrock', 'bedrock_converse', 'bedrock_mantle'],
    pattern: /bedrock|^aws/,
  },
  { name: 'anthropic', listed: 'anthropic', aliases: [], pattern: /anthropic|^claude/ },
  { name: 'google', listed: 'google', aliases: ['gemini'], pattern: /gemini|google|^gcp/ },
  {
    name: 'mistral',
    listed: 'mistral',
    aliases: ['mistralai', 'codestral', 'text-completion-codestral'],
    pattern: /mistral/,
  },
  { name: 'cohere', listed: 'cohere', aliases: ['cohere_chat'], pattern: /cohere/ },
  { name: 'huggingface', listed: 'huggingface', aliases: [], pattern: /hugging/ },
  // OpenTelemetry's conventions write `x_ai`.
  { name: 'x-ai', listed: 'x-ai', aliases: ['xai', 'x_ai'], pattern: /^x[_.-]?ai\b/ },
  { name: 'deepseek', listed: 'deepseek', aliases: [], pattern: /deepseek/ },
  { name: 'together', listed: 'together', aliases: ['together_ai', 'together-ai'], pattern: null },
  { name: 'fireworks', listed: 'fireworks', aliases: ['fireworks_ai', 'fireworks-ai'], pattern: null },
  { name: 'moonshotai', listed: 'moonshotai', aliases: ['moonshot'], pattern: null },
  { name: 'voyageai', listed: 'voyageai', aliases: ['voyage'], pattern: null },
  { name: 'github-copilot', listed: 'github-copilot', aliases: ['github_copilot'], pattern: null },
  { name: 'zhipuai', listed: 'zhipuai', aliases: ['zhipu'], pattern: null },
]

/** Providers whose models a template can be run with, without custom providers, which are `custom`. */
export const runnableProviders = [
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
] as const

/** The provider for a name given by an instrumentation; an unknown name is returned unchanged. */
export const providerNamed = (name: string): string =>
  providers.find(({ pattern }) => pattern?.test(name))?.name ?? name

const listedNames = new Map(
  providers.flatMap(({ name, listed, aliases }) => [name, ...aliases].map((spelling) => [spelling, listed])),
)

/** The price list's name of a provider; an unknown name is returned unchanged. */
export function listedProviderOf(provider: string): string {
  const name = provider.trim().toLowerCase()
  if (name.startsWith('vertex_ai-')) return 'google'
  return listedNames.get(name) ?? name
}
