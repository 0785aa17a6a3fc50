/** A provider under all names that it goes by. */
interface Provider {
  /** As requests are logged. */
  readonly name: string
  /** In genai-prices' list. */
  readonly listed: string
  /** Other names of exactly this provider: of SDKs, of LiteLLM, of gateways. What one of these costs is known. */
  readonly aliases: readonly string[]
  /** Names that instrumentations tell; looser than aliases, so no price is found by them. Null: logged as told. */
  readonly told: RegExp | null
}

/** The first whose `told` matches counts. */
const providers: readonly Provider[] = [
  {
    name: 'openai.azure',
    listed: 'azure',
    aliases: ['azure_openai', 'azure-openai', 'azure_ai', 'azure_text'],
    told: /^az|azure/,
  },
  { name: 'openai', listed: 'openai', aliases: ['text-completion-openai'], told: /^openai/ },
  {
    name: 'vertexai',
    listed: 'google',
    aliases: ['google.vertexai', 'anthropic.vertexai', 'vertex_ai', 'vertex_ai_beta'],
    told: /vertex/,
  },
  {
    name: 'amazon.bedrock',
    listed: 'aws',
    aliases: ['anthropic.bedrock', 'bedrock', 'bedrock_converse', 'bedrock_mantle'],
    told: /bedrock|^aws/,
  },
  { name: 'anthropic', listed: 'anthropic', aliases: [], told: /anthropic|^claude/ },
  { name: 'google', listed: 'google', aliases: ['gemini'], told: /gemini|google|^gcp/ },
  {
    name: 'mistral',
    listed: 'mistral',
    aliases: ['mistralai', 'codestral', 'text-completion-codestral'],
    told: /mistral/,
  },
  { name: 'cohere', listed: 'cohere', aliases: ['cohere_chat'], told: /cohere/ },
  { name: 'huggingface', listed: 'huggingface', aliases: [], told: /hugging/ },
  // The conventions of OpenTelemetry write `x_ai`.
  { name: 'x-ai', listed: 'x-ai', aliases: ['xai', 'x_ai'], told: /^x[_.-]?ai\b/ },
  { name: 'deepseek', listed: 'deepseek', aliases: [], told: /deepseek/ },
  { name: 'together', listed: 'together', aliases: ['together_ai', 'together-ai'], told: null },
  { name: 'fireworks', listed: 'fireworks', aliases: ['fireworks_ai', 'fireworks-ai'], told: null },
  { name: 'moonshotai', listed: 'moonshotai', aliases: ['moonshot'], told: null },
  { name: 'voyageai', listed: 'voyageai', aliases: ['voyage'], told: null },
  { name: 'github-copilot', listed: 'github-copilot', aliases: ['github_copilot'], told: null },
  { name: 'zhipuai', listed: 'zhipuai', aliases: ['zhipu'], told: null },
]

/** The provider that an instrumentation means; the name itself where it names another. */
export const providerTold = (name: string): string =>
  providers.find(({ told }) => told?.test(name))?.name ?? name

const listedNames = new Map(
  providers.flatMap(({ name, listed, aliases }) => [name, ...aliases].map((one) => [one, listed])),
)

/** The price list's word for a provider; its own word where the list has no other. */
export function listedProviderOf(provider: string): string {
  const name = provider.trim().toLowerCase()
  if (name.startsWith('vertex_ai-')) return 'google'
  return listedNames.get(name) ?? name
}
