/** Environment variables of providers, by purpose. The first one that is set wins. */
export interface ProviderVariables {
  /** The name that screens show. */
  readonly title: string
  readonly key: readonly string[]
  readonly baseUrl: readonly string[]
  /** Values that are no secrets. They also apply to a workspace's own key. */
  readonly settings?: Readonly<Record<string, readonly string[]>>
  /** Values of the operator's account. They apply only to the operator's key. */
  readonly account?: Readonly<Record<string, readonly string[]>>
}

const openAi: ProviderVariables = {
  title: 'OpenAI',
  key: ['OPENAI_API_KEY'],
  baseUrl: ['OPENAI_BASE_URL'],
  account: { organization: ['OPENAI_ORG_ID'], project: ['OPENAI_PROJECT_ID'] },
}

const bedrock: ProviderVariables = {
  title: 'Amazon Bedrock',
  key: ['AWS_BEARER_TOKEN_BEDROCK'],
  baseUrl: ['AWS_ENDPOINT_URL_BEDROCK_RUNTIME'],
  settings: { region: ['AWS_REGION', 'AWS_DEFAULT_REGION'] },
  account: {
    accessKeyId: ['AWS_ACCESS_KEY_ID'],
    secretAccessKey: ['AWS_SECRET_ACCESS_KEY'],
    sessionToken: ['AWS_SESSION_TOKEN'],
  },
}

const variables = new Map<string, ProviderVariables>([
  ['openai', openAi],
  [
    'openai.azure',
    {
      title: 'Azure OpenAI',
      key: ['AZURE_OPENAI_API_KEY'],
      baseUrl: ['AZURE_OPENAI_ENDPOINT'],
      settings: { apiVersion: ['OPENAI_API_VERSION'] },
    },
  ],
  ['openrouter', { title: 'OpenRouter', key: ['OPENROUTER_API_KEY'], baseUrl: ['OPENROUTER_BASE_URL'] }],
  ['anthropic', { title: 'Anthropic', key: ['ANTHROPIC_API_KEY'], baseUrl: ['ANTHROPIC_BASE_URL'] }],
  [
    'google',
    { title: 'Google', key: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'], baseUrl: ['GOOGLE_GEMINI_BASE_URL'] },
  ],
  [
    'vertexai',
    {
      title: 'Vertex AI',
      key: ['VERTEX_AI_API_KEY'],
      baseUrl: ['GOOGLE_VERTEX_BASE_URL'],
      settings: {
        project: ['VERTEX_AI_PROJECT_ID', 'GOOGLE_PROJECT_ID', 'GOOGLE_CLOUD_PROJECT'],
        location: [
          'VERTEX_AI_PROJECT_LOCATION',
          'GOOGLE_PROJECT_LOCATION',
          'GOOGLE_CLOUD_PROJECT_LOCATION',
          'GOOGLE_CLOUD_LOCATION',
        ],
      },
      account: { credentialsFile: ['GOOGLE_APPLICATION_CREDENTIALS'] },
    },
  ],
  ['mistral', { title: 'Mistral', key: ['MISTRAL_API_KEY'], baseUrl: ['MISTRAL_BASE_URL'] }],
  ['cohere', { title: 'Cohere', key: ['CO_API_KEY', 'COHERE_API_KEY'], baseUrl: ['CO_API_URL'] }],
  [
    'huggingface',
    { title: 'Hugging Face', key: ['HF_TOKEN', 'HUGGINGFACE_API_KEY'], baseUrl: ['HF_BASE_URL'] },
  ],
  ['amazon.bedrock', bedrock],
  ['anthropic.bedrock', bedrock],
])

export const knownProviders: readonly string[] = [...variables.keys()]

export const variablesOf = (provider: string): ProviderVariables | undefined => variables.get(provider)

export type ProviderEnvironment = Readonly<Record<string, string>>

/** Reads the provider settings from the server's environment. */
export function readProviderEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): ProviderEnvironment {
  const names = [...variables.values()].flatMap(({ key, baseUrl, settings, account }) => [
    ...key,
    ...baseUrl,
    ...Object.values({ ...settings, ...account }).flat(),
  ])
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
}

export const firstOf = (environment: ProviderEnvironment, names: readonly string[]): string | null =>
  names.map((name) => environment[name]).find((value) => value !== undefined) ?? null

/** Hosts of the base URLs that the operator set. The outbound guard allows them. */
export function trustedHosts(environment: ProviderEnvironment): string[] {
  return [...variables.values()]
    .flatMap(({ baseUrl }) => baseUrl.map((name) => environment[name]))
    .flatMap((text) => {
      const url = text === undefined ? null : URL.parse(text)
      if (!url?.hostname) return []
      return [`${url.hostname}:${url.port || (url.protocol === 'http:' ? 80 : 443)}`]
    })
}
