import type { Dialect } from './dialect.ts'

/** The meaning of a parameter, independent of its name. */
export type Meaning =
  | 'limit'
  | 'temperature'
  | 'top-p'
  | 'top-k'
  | 'stop'
  | 'frequency'
  | 'presence'
  | 'seed'
  | 'count'
  | 'effort'
  | 'parallel'
  | 'format'
  | 'thinking'

/** All known spellings, in lower case without underscores: maxOutputTokens is max_output_tokens. */
const spellings = new Map<string, Meaning>(
  Object.entries({
    limit: 'maxtokens maxcompletiontokens maxoutputtokens maxtokenstosample maxnewtokens',
    temperature: 'temperature',
    'top-p': 'topp p',
    'top-k': 'topk k',
    stop: 'stop stopsequences',
    frequency: 'frequencypenalty',
    presence: 'presencepenalty',
    seed: 'seed randomseed',
    count: 'n candidatecount',
    effort: 'reasoningeffort',
    parallel: 'paralleltoolcalls',
    format: 'responseformat',
    thinking: 'thinking',
  } satisfies Record<Meaning, string>).flatMap(([meaning, words]) =>
    words.split(' ').map((word) => [word, meaning as Meaning] as const),
  ),
)

export const meaningOf = (key: string): Meaning | null =>
  spellings.get(key.replaceAll('_', '').toLowerCase()) ?? null

type Names = Partial<Record<Meaning, string>>

const openAi: Names = {
  temperature: 'temperature',
  'top-p': 'top_p',
  parallel: 'parallel_tool_calls',
  format: 'response_format',
}

const chat: Names = {
  ...openAi,
  stop: 'stop',
  frequency: 'frequency_penalty',
  presence: 'presence_penalty',
  seed: 'seed',
  count: 'n',
  effort: 'reasoning_effort',
}

/** Names by dialect. A meaning without a name is not supported there. */
export const names: Record<Dialect, Names> = {
  'openai-chat': { ...chat, limit: 'max_completion_tokens' },
  'openai-responses': { ...openAi, limit: 'max_output_tokens', effort: 'reasoning' },
  'openai-images': { count: 'n', format: 'response_format' },
  compatible: { ...chat, limit: 'max_tokens', 'top-k': 'top_k', thinking: 'thinking' },
  huggingface: { ...chat, limit: 'max_tokens', 'top-k': 'top_k' },
  anthropic: {
    limit: 'max_tokens',
    temperature: 'temperature',
    'top-p': 'top_p',
    'top-k': 'top_k',
    stop: 'stop_sequences',
    format: 'response_format',
    thinking: 'thinking',
  },
  google: {
    limit: 'max_output_tokens',
    temperature: 'temperature',
    'top-p': 'top_p',
    'top-k': 'top_k',
    stop: 'stop_sequences',
    frequency: 'frequency_penalty',
    presence: 'presence_penalty',
    seed: 'seed',
    count: 'candidate_count',
    format: 'response_format',
  },
  bedrock: {
    limit: 'maxTokens',
    temperature: 'temperature',
    'top-p': 'topP',
    'top-k': 'top_k',
    stop: 'stopSequences',
    format: 'response_format',
    thinking: 'thinking',
  },
  mistral: {
    limit: 'max_tokens',
    temperature: 'temperature',
    'top-p': 'top_p',
    stop: 'stop',
    frequency: 'frequency_penalty',
    presence: 'presence_penalty',
    seed: 'random_seed',
    count: 'n',
    parallel: 'parallel_tool_calls',
    format: 'response_format',
  },
  cohere: {
    limit: 'max_tokens',
    temperature: 'temperature',
    'top-p': 'p',
    'top-k': 'k',
    stop: 'stop_sequences',
    frequency: 'frequency_penalty',
    presence: 'presence_penalty',
    seed: 'seed',
    format: 'response_format',
  },
}
