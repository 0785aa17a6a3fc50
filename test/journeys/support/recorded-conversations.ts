/**
 * One conversation as the packages named in each file report it: three turns with a tool, a failed call that is
 * repeated, and a stream. Recorded on 2026-11-29 and 30 through the packages' own exporters with the fake models, and trimmed
 * of unused attributes (record 262).
 */
export interface RecordedConversation {
  /** The arguments of the tool as the package writes them. */
  readonly toolArguments: string
  /** The session and the user of the traces; null where the package names none. */
  readonly session: string | null
  readonly user: string | null
  /** The requests' tags and the metadata that they have among others. */
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly failure: string
  /** The input of the tool's span; null where the package reports model calls alone. */
  readonly toolInput: string | null
  /** Whether the span of the stream names the time of its first token. */
  readonly timesFirstToken: boolean
  /** Whether the repeated call is linked to version 1 of `desk-prompt`. */
  readonly isLinked: boolean
  readonly priceSource: 'computed' | 'given'
  readonly price: number
}

/** The price is that of 24 input tokens, 16 cached and 12 of output of gpt-4o-mini. */
const usual = {
  toolArguments: '{"city":"Oslo"}',
  session: 'conversation-1',
  user: 'ada',
  tags: ['trial'],
  metadata: { team: 'support', user_id: 'ada', conversation_id: 'conversation-1' },
  failure: 'Error code: 503 - The engine is currently overloaded.',
  toolInput: '{"city":"Oslo"}',
  timesFirstToken: true,
  isLinked: false,
  priceSource: 'computed',
  price: 0.000012,
} as const satisfies RecordedConversation

const deployment = { environment: 'staging', release: '1.2.3' }

export const conversations: Readonly<Record<string, RecordedConversation>> = {
  'langfuse-5.0.4-openai-3.57.0': {
    ...usual,
    metadata: { ...usual.metadata, ...deployment, version: '7', plan: 'gold' },
    isLinked: true,
  },
  'langfuse-5.0.4-langgraph-1.2.24': {
    ...usual,
    metadata: { ...usual.metadata, ...deployment, thread_id: 'conversation-1', langgraph_node: 'chat' },
    toolInput: '{"city": "Oslo"}',
  },
  'langfuse-js-5.11.1': {
    ...usual,
    metadata: { ...usual.metadata, ...deployment, version: '7', step: 'first' },
    failure: 'Error: 503 The engine is currently overloaded.',
    isLinked: true,
  },
  'litellm-1.110.2-langfuse-otel': {
    ...usual,
    failure:
      'litellm.ServiceUnavailableError: ServiceUnavailableError: OpenAIException - The engine is currently overloaded.',
    toolInput: null,
    priceSource: 'given',
  },
  'litellm-1.110.2-otel': {
    ...usual,
    session: null,
    tags: [],
    metadata: { user_id: 'ada' },
    failure:
      'litellm.ServiceUnavailableError: ServiceUnavailableError: OpenAIException - The engine is currently overloaded.',
    toolInput: null,
    timesFirstToken: false,
    priceSource: 'given',
  },
  'mlflow-3.17.2': {
    ...usual,
    tags: [],
    metadata: {},
    toolInput: '{"city": "Oslo"}',
  },
  'mlflow-3.18.0': {
    ...usual,
    tags: [],
    metadata: {},
    toolInput: '{"city": "Oslo"}',
  },
  // MLflow translates no counts of cached tokens.
  'mlflow-3.17.2-genai': {
    ...usual,
    tags: [],
    metadata: {},
    toolInput: '{"city": "Oslo"}',
    price: 0.0000132,
  },
  'mlflow-3.17.2-langgraph-1.2.24': {
    ...usual,
    toolArguments: '{"city": "Oslo"}',
    tags: [],
    metadata: { ...usual.metadata, thread_id: 'conversation-1' },
    toolInput: '{"city": "Oslo"}',
  },
  'vercel-ai-7.0.173-openinference-3.2.1': {
    ...usual,
    tags: [],
    metadata: { user_id: 'ada', conversation_id: 'conversation-1' },
    failure: 'The engine is currently overloaded.',
  },
  'langgraph-1.2.24-openinference-0.1.80': {
    ...usual,
    toolArguments: '{"city": "Oslo"}',
    tags: ['beta'],
    metadata: { ...usual.metadata, thread_id: 'conversation-1', plan: 'gold' },
    failure: "OpenAIAPIError('Error code: 503 - The engine is currently overloaded.')",
    toolInput: 'Oslo',
    timesFirstToken: false,
  },
  'langgraph-1.2.24-traceloop-0.62.4': {
    ...usual,
    tags: [],
    metadata: { ...usual.metadata, thread_id: 'conversation-1' },
    toolInput: "{'city': 'Oslo'}",
    timesFirstToken: false,
  },
  'langgraph-1.2.24-langsmith-0.15.1': {
    ...usual,
    metadata: { ...usual.metadata, thread_id: 'conversation-1' },
    failure: "OpenAIAPIError('Error code: 503 - The engine is currently overloaded.')",
    timesFirstToken: false,
  },
}
