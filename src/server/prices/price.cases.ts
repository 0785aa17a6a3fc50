import type { CallUsage } from '../../engine/price/index.ts'

/** Calculated by hand from the list prices. µ is a millionth of a dollar: one token at $1 per million. */
export interface PriceCase {
  readonly provider: string
  readonly model: string
  readonly at?: string
  readonly usage: CallUsage
  /** US dollars; null: unknown model. */
  readonly cost: string | null
}

const caseOf = (
  provider: string,
  model: string,
  [inputTokens, outputTokens]: readonly [number, number],
  parts: Omit<CallUsage, 'inputTokens' | 'outputTokens'>,
  cost: string | null,
  at?: string,
): PriceCase => ({ provider, model, at, usage: { inputTokens, outputTokens, ...parts }, cost })

export const priceCases: readonly PriceCase[] = [
  // Input and output alone.
  // 1000 x 2.5 + 100 x 10 = 2500 + 1000 = 3500 µ
  caseOf('openai', 'gpt-4o', [1000, 100], {}, '0.0035'),
  // 1 x 0.15 = 0.15 µ
  caseOf('openai', 'gpt-4o-mini', [1, 0], {}, '0.00000015'),
  // 123 x 2 + 456 x 8 = 246 + 3648 = 3894 µ
  caseOf('openai', 'gpt-4.1', [123, 456], {}, '0.003894'),
  // 1000 x 30 + 1000 x 60 = 90000 µ
  caseOf('openai', 'gpt-4', [1000, 1000], {}, '0.09'),
  // 7 x 10 + 3 x 30 = 160 µ
  caseOf('openai', 'gpt-4-turbo', [7, 3], {}, '0.00016'),
  // An embedding has no output: 5000 x 0.02 = 100 µ
  caseOf('openai', 'text-embedding-3-small', [5000, 0], {}, '0.0001'),
  // 300 x 0.0375 + 20 x 0.15 = 11.25 + 3 = 14.25 µ
  caseOf('cohere', 'command-r7b', [300, 20], {}, '0.00001425'),
  // 3 x 0.59 + 1 x 0.79 = 2.56 µ
  caseOf('groq', 'llama-3.3-70b-versatile', [3, 1], {}, '0.00000256'),
  // 1000 x 0.5 + 500 x 1.5 = 1250 µ, the price of mistral-large-2512 since 2 December 2025
  caseOf('mistral', 'mistral-large-latest', [1000, 500], {}, '0.00125'),
  caseOf('mistral', 'mistral-large-2512', [1000, 500], {}, '0.00125'),
  // 1000 x 2 + 500 x 6 = 5000 µ before that date
  caseOf('mistral', 'mistral-large-latest', [1000, 500], {}, '0.005', '2025-12-01'),
  // A sum that doubles get wrong: 3 x 0.1 + 0 = 0.3 µ
  caseOf('google', 'gemini-2.5-flash-lite', [3, 0], {}, '0.0000003'),
  // The largest token count: 4503599627370495 x 2.5 µ
  caseOf('openai', 'gpt-4o', [4_503_599_627_370_495, 0], {}, '11258999068.4262375'),

  // Cached tokens are part of the input.
  // (1000 - 400) x 2.5 + 400 x 1.25 + 100 x 10 = 1500 + 500 + 1000 = 3000 µ
  caseOf('openai', 'gpt-4o', [1000, 100], { cachedInputTokens: 400 }, '0.003'),
  // All of it cached: 1000 x 0.125 = 125 µ
  caseOf('openai', 'gpt-5', [1000, 0], { cachedInputTokens: 1000 }, '0.000125'),
  // More cached tokens than input are reduced to the input: 100 x 0.5 = 50 µ
  caseOf('openai', 'gpt-4.1', [100, 0], { cachedInputTokens: 900 }, '0.00005'),
  // Without a cache rate, cached tokens cost as input: 1000 x 30 = 30000 µ
  caseOf('openai', 'gpt-4', [1000, 0], { cachedInputTokens: 500 }, '0.03'),
  // 1000 plain x 3 + 2000 read x 0.3 + 3000 written x 3.75 + 500 x 15 = 3000 + 600 + 11250 + 7500 = 22350 µ
  caseOf(
    'anthropic',
    'claude-sonnet-4-20250514',
    [6000, 500],
    { cachedInputTokens: 2000, cacheWriteTokens: 3000 },
    '0.02235',
  ),
  // Written for an hour: 1000 x 3 + 2000 x 0.3 + 1000 x 3.75 + 2000 x 6 + 500 x 15 = 26850 µ
  caseOf(
    'anthropic',
    'claude-sonnet-4-20250514',
    [6000, 500],
    { cachedInputTokens: 2000, cacheWriteTokens: 3000, cacheWriteHourTokens: 2000 },
    '0.02685',
  ),
  // 100 x 0.25 + 900 x 0.03 + 10 x 1.25 = 25 + 27 + 12.5 = 64.5 µ
  caseOf('anthropic', 'claude-3-haiku-20240307', [1000, 10], { cachedInputTokens: 900 }, '0.0000645'),
  // 10 x 15 + 990 x 18.75 = 150 + 18562.5 = 18712.5 µ
  caseOf('anthropic', 'claude-opus-4-1', [1000, 0], { cacheWriteTokens: 990 }, '0.0187125'),
  // 1 x 0.25 + 999 x 0.025 = 25.225 µ
  caseOf('openai', 'gpt-5-mini', [1000, 0], { cachedInputTokens: 999 }, '0.000025225'),

  // Reasoning is part of the output: 100 x 1.1 + 1000 x 4.4 = 110 + 4400 = 4510 µ for any share of reasoning
  caseOf('openai', 'o3-mini', [100, 1000], { reasoningTokens: 900 }, '0.00451'),
  // 10 x 15 + 70 x 60 = 4350 µ
  caseOf('openai', 'o1', [10, 70], { reasoningTokens: 64 }, '0.00435'),
  // A separate reasoning rate: 100 x 2 + (1000 - 600) x 8 + 600 x 3 = 200 + 3200 + 1800 = 5200 µ
  caseOf('perplexity', 'sonar-deep-research', [100, 1000], { reasoningTokens: 600 }, '0.0052'),
  // Cached and reasoning at once: 500 x 1.1 + 500 x 0.55 + 200 x 4.4 = 550 + 275 + 880 = 1705 µ
  caseOf('openai', 'o3-mini', [1000, 200], { cachedInputTokens: 500, reasoningTokens: 150 }, '0.001705'),

  // Audio and images are part of their direction.
  // 20 x 2.5 + 80 x 32 + 10 x 10 + 40 x 64 = 50 + 2560 + 100 + 2560 = 5270 µ
  caseOf('openai', 'gpt-audio', [100, 50], { inputAudioTokens: 80, outputAudioTokens: 40 }, '0.00527'),
  // 900 x 0.1 + 100 x 0.7 + 10 x 0.4 = 90 + 70 + 4 = 164 µ
  caseOf('google', 'gemini-2.0-flash', [1000, 10], { inputAudioTokens: 100 }, '0.000164'),
  // Text 200, cached 800 of which nothing must be audio: 100 audio x 32 + 100 x 4 + 800 x 0.4 = 3920 µ
  caseOf('openai', 'gpt-realtime', [1000, 0], { inputAudioTokens: 100, cachedInputTokens: 800 }, '0.00392'),
  // 300 of the 800 audio tokens must be cached: 500 x 0.7 + 200 x 0.025 + 300 x 0.175 = 350 + 5 + 52.5 = 407.5 µ
  caseOf(
    'google',
    'gemini-2.0-flash',
    [1000, 0],
    { inputAudioTokens: 800, cachedInputTokens: 500 },
    '0.0004075',
  ),
  // Without an audio rate the cost is unknown. Audio of these models costs 16 and 67 times as much as text.
  caseOf('openai', 'gpt-4o', [50, 0], { inputAudioTokens: 50 }, null),
  caseOf('openai', 'gpt-4o-audio-preview', [100, 50], { inputAudioTokens: 80 }, null),
  caseOf('openai', 'gpt-4o-mini-audio-preview', [100, 50], { outputAudioTokens: 40 }, null),
  // Without audio: 100 x 2.5 + 50 x 10 = 750 µ
  caseOf('openai', 'gpt-4o-audio-preview', [100, 50], {}, '0.00075'),
  // Google has one rate for every kind of input: 100 x 1.25 + 50 x 10 = 625 µ
  caseOf('google', 'gemini-2.5-pro', [100, 50], { inputAudioTokens: 80 }, '0.000625'),
  // Output images without a rate of their own.
  caseOf('openai', 'gpt-4o', [50, 10], { outputImageTokens: 10 }, null),
  // 50 x 2.5 + 450 x 6 + 30 x 10 = 125 + 2700 + 300 = 3125 µ
  caseOf('openai', 'gpt-4o-transcribe', [500, 30], { inputAudioTokens: 450 }, '0.003125'),
  // 10 x 0.3 + 1290 x 30 = 3 + 38700 = 38703 µ
  caseOf('google', 'gemini-2.5-flash-image', [10, 1290], { outputImageTokens: 1290 }, '0.038703'),
  // 20 x 5 + 80 x 8 + 1000 x 32 = 100 + 640 + 32000 = 32740 µ
  caseOf(
    'openai',
    'gpt-image-1.5',
    [100, 1000],
    { inputImageTokens: 80, outputImageTokens: 1000 },
    '0.03274',
  ),

  // A fee for each request: $14 for a thousand is 14000 µ; 10 x 3 + 2 x 15 = 60 µ
  caseOf('perplexity', 'sonar-pro', [10, 2], {}, '0.01406'),

  // Long inputs change the rates of the whole call. At the limit the lower rates apply: 200000 x 1.25 + 100 x
  // 10 = 250000 + 1000 = 251000 µ
  caseOf('google', 'gemini-2.5-pro', [200_000, 100], {}, '0.251'),
  // One token more: 200001 x 2.5 + 100 x 15 = 500002.5 + 1500 = 501502.5 µ
  caseOf('google', 'gemini-2.5-pro', [200_001, 100], {}, '0.5015025'),
  // Cached tokens count towards the limit: 1 x 2.5 + 200000 x 0.25 = 50002.5 µ
  caseOf('google', 'gemini-2.5-pro', [200_001, 0], { cachedInputTokens: 200_000 }, '0.0500025'),
  // Long outputs do not change the rates: 10 x 1.25 + 300000 x 10 = 3000012.5 µ
  caseOf('google', 'gemini-2.5-pro', [10, 300_000], {}, '3.0000125'),
  // 128001 x 2.5 + 1 x 10 = 320012.5 µ
  caseOf('google', 'gemini-1.5-pro', [128_001, 1], {}, '0.3200125'),

  // The price in force on the day.
  // 1000 x 10 + 100 x 40 = 14000 µ until 10 June 2025
  caseOf('openai', 'o3', [1000, 100], {}, '0.014', '2025-06-09T23:59:59.999Z'),
  // 1000 x 2 + 100 x 8 = 2800 µ from then on
  caseOf('openai', 'o3', [1000, 100], {}, '0.0028', '2025-06-10T00:00:00Z'),
  // 1000 x 0.4 + 100 x 2 = 600 µ
  caseOf('mistral', 'mistral-medium-latest', [1000, 100], {}, '0.0006', '2026-06-15T12:00:00Z'),
  // 500 x 1.5 + 500 x 0.15 + 100 x 7.5 = 750 + 75 + 750 = 1575 µ
  caseOf(
    'mistral',
    'mistral-medium-latest',
    [1000, 100],
    { cachedInputTokens: 500 },
    '0.001575',
    '2026-06-16',
  ),
  // 2000 x 0.75 + 40 x 3.75 = 1650 µ, and twice that from 2027 on
  caseOf('google', 'gemini-3.6-flash', [2000, 40], {}, '0.00165', '2026-12-31T23:00:00Z'),
  caseOf('google', 'gemini-3.6-flash', [2000, 40], {}, '0.0033', '2027-01-01T00:00:00Z'),
  // Long input before: 300000 x 6 = 1800000 µ; since 13 March 2026 one rate for all: 300000 x 3
  caseOf('anthropic', 'claude-sonnet-4-6', [300_000, 0], {}, '1.8', '2026-03-12'),
  caseOf('anthropic', 'claude-sonnet-4-6', [300_000, 0], {}, '0.9', '2026-03-13'),
  // 300000 x 2 + 10 x 9 = 600090 µ, then 300000 x 0.4 + 10 x 1.8 = 120018 µ
  caseOf('openai', 'gpt-5.6-luna', [300_000, 10], {}, '0.60009', '2026-07-29'),
  caseOf('openai', 'gpt-5.6-luna', [300_000, 10], {}, '0.120018', '2026-07-30'),
  // By the hour of the day: 1000 x 0.135 = 135 µ at night, 1000 x 0.27 = 270 µ from 00:30 on
  caseOf('deepseek', 'deepseek-chat', [1000, 0], {}, '0.000135', '2026-02-01T00:29:59Z'),
  caseOf('deepseek', 'deepseek-chat', [1000, 0], {}, '0.00027', '2026-02-01T00:30:00Z'),
  caseOf('deepseek', 'deepseek-chat', [1000, 0], {}, '0.000135', '2026-02-01T16:30:00Z'),

  // Azure's spellings.
  // 1000 x 0.5 + 1000 x 1.5 = 2000 µ
  caseOf('openai.azure', 'gpt-35-turbo', [1000, 1000], {}, '0.002'),
  // 1000 x 3 + 100 x 4 = 3400 µ
  caseOf('openai.azure', 'gpt-35-turbo-16k', [1000, 100], {}, '0.0034'),
  // 1000 x 2.5 + 100 x 10 = 3500 µ
  caseOf('openai.azure', 'gpt-4o-2024-08-06', [1000, 100], {}, '0.0035'),
  // The model behind a deployment's own name is unknown.
  caseOf('openai.azure', 'my-deployment', [1000, 100], {}, null),

  // Bedrock's: bare, by region, global, and as ARN.
  // 1000 x 3 + 100 x 15 = 4500 µ
  caseOf('amazon.bedrock', 'anthropic.claude-3-5-sonnet-20241022-v2:0', [1000, 100], {}, '0.0045'),
  caseOf('amazon.bedrock', 'us.anthropic.claude-sonnet-4-20250514-v1:0', [1000, 100], {}, '0.0045'),
  caseOf('anthropic.bedrock', 'apac.anthropic.claude-sonnet-4-20250514-v1:0', [1000, 100], {}, '0.0045'),
  // A region costs a tenth more than the global model: 1000 x 3.3 + 100 x 16.5 = 4950 µ against 4500 µ
  caseOf('amazon.bedrock', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0', [1000, 100], {}, '0.00495'),
  caseOf('amazon.bedrock', 'global.anthropic.claude-sonnet-4-5-20250929-v1:0', [1000, 100], {}, '0.0045'),
  caseOf(
    'amazon.bedrock',
    'arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-20250514-v1:0',
    [1000, 100],
    {},
    '0.0045',
  ),
  // 300 x 0.8 + 700 x 0.2 + 100 x 3.2 = 240 + 140 + 320 = 700 µ
  caseOf('amazon.bedrock', 'amazon.nova-pro-v1:0', [1000, 100], { cachedInputTokens: 700 }, '0.0007'),

  // In Europe dearer: 1000 x 1.05 + 100 x 4.2 = 1470 µ; 1000 x 0.078 + 100 x 0.312 = 109.2 µ; 1000 x 0.046 + 100 x 0.184
  caseOf('amazon.bedrock', 'eu.amazon.nova-pro-v1:0', [1000, 100], {}, '0.00147'),
  caseOf('amazon.bedrock', 'eu.amazon.nova-lite-v1:0', [1000, 100], {}, '0.0001092'),
  caseOf('amazon.bedrock', 'eu.amazon.nova-micro-v1:0', [1000, 100], {}, '0.0000644'),
  // 1000 x 0.13 + 100 x 0.13 = 143 µ
  caseOf('amazon.bedrock', 'eu.meta.llama3-2-1b-instruct-v1:0', [1000, 100], {}, '0.000143'),
  caseOf('bedrock', 'bedrock/us-gov-west-1/amazon.nova-pro-v1:0', [1000, 100], {}, null),
  // 1000 x 0.84 + 100 x 3.36 = 1176 µ
  caseOf('amazon.bedrock', 'apac.amazon.nova-pro-v1:0', [1000, 100], {}, '0.001176'),
  // Written for an hour is twice the input: 1000 x 3.3 + 2000 x 6.6 + 1000 x 4.125 = 3300 + 13200 + 4125 = 20625 µ
  caseOf(
    'amazon.bedrock',
    'eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
    [4000, 0],
    { cacheWriteTokens: 3000, cacheWriteHourTokens: 2000 },
    '0.020625',
  ),
  // 1000 x 30 = 30000 µ
  caseOf(
    'vertexai',
    'claude-opus-4-1@20250805',
    [1000, 0],
    { cacheWriteTokens: 1000, cacheWriteHourTokens: 1000 },
    '0.03',
  ),

  // Google's: with the path of the API, of Vertex AI, and a date after an at sign.
  // 1000 x 1.25 + 100 x 10 = 2250 µ
  caseOf('google', 'models/gemini-2.5-pro', [1000, 100], {}, '0.00225'),
  caseOf('vertexai', 'publishers/google/models/gemini-2.5-pro', [1000, 100], {}, '0.00225'),
  caseOf('vertexai', 'claude-sonnet-4@20250514', [1000, 100], {}, '0.0045'),
  // 1000 x 15 + 100 x 75 = 22500 µ
  caseOf('anthropic.vertexai', 'claude-opus-4-1@20250805', [1000, 100], {}, '0.0225'),

  // OpenRouter names: 1000 x 0.15 + 100 x 0.6 = 210 µ
  caseOf('openrouter', 'openai/gpt-4o-mini', [1000, 100], {}, '0.00021'),
  // A fine-tuned model has its own price: 1000 x 0.3 + 100 x 1.2 = 420 µ
  caseOf('openai', 'ft:gpt-4o-mini-2024-07-18:acme::x', [1000, 100], {}, '0.00042'),

  // LiteLLM's names of providers and models: 1000 x 1.25 + 100 x 10 = 2250 µ
  caseOf('vertex_ai', 'gemini-2.5-pro', [1000, 100], {}, '0.00225'),
  caseOf('vertex_ai', 'vertex_ai/gemini-2.5-pro', [1000, 100], {}, '0.00225'),
  caseOf('gemini', 'gemini/gemini-2.5-pro', [1000, 100], {}, '0.00225'),
  caseOf('litellm', 'gemini/gemini-2.5-pro', [1000, 100], {}, '0.00225'),
  // 1000 x 0.5 + 1000 x 1.5 = 2000 µ
  caseOf('azure_ai', 'azure/gpt-35-turbo', [1000, 1000], {}, '0.002'),
  // 1000 x 2.5 + 100 x 10 = 3500 µ
  caseOf('openai', 'openai/gpt-4o', [1000, 100], {}, '0.0035'),
  caseOf('azure_ai', 'gpt-4o', [1000, 100], {}, '0.0035'),
  // 1000 x 3 + 100 x 15 = 4500 µ
  caseOf('anthropic', 'anthropic/claude-sonnet-4-20250514', [1000, 100], {}, '0.0045'),
  caseOf('openai', 'anthropic/claude-sonnet-4-20250514', [1000, 100], {}, '0.0045'),
  caseOf(
    'bedrock_converse',
    'bedrock/converse/us.anthropic.claude-sonnet-4-20250514-v1:0',
    [1000, 100],
    {},
    '0.0045',
  ),
  // 1000 x 0.88 + 100 x 0.88 = 968 µ
  caseOf('together_ai', 'meta-llama/Llama-3.3-70B-Instruct-Turbo', [1000, 100], {}, '0.000968'),
  caseOf('together_ai', 'together_ai/meta-llama/Llama-3.3-70B-Instruct-Turbo', [1000, 100], {}, '0.000968'),
  // 1000 x 0.5 + 100 x 1.5 = 650 µ
  caseOf('mistralai', 'mistral/mistral-large-latest', [1000, 100], {}, '0.00065'),

  // Web searches: 100 x 3 + 10 x 15 + 3 x 10000 = 450 + 30000 = 30450 µ
  caseOf('anthropic', 'claude-sonnet-4-20250514', [100, 10], { webSearches: 3 }, '0.03045'),
  caseOf('anthropic', 'claude-3-haiku-20240307', [100, 10], { webSearches: 1 }, null),
  // 100 x 2.5 + 10 x 10 + 10000 = 10350 µ
  caseOf('openai', 'gpt-4o', [100, 10], { webSearches: 1 }, '0.01035'),

  // Every call of a search model searches, at a price that the list does not have.
  caseOf('openai', 'gpt-4o-search-preview', [100, 10], {}, null),
  caseOf('openai', 'gpt-4o-mini-search-preview-2025-03-11', [100, 10], {}, null),
  caseOf('openai', 'gpt-5-search-api', [100, 10], {}, null),

  // Names that only start like a listed one.
  caseOf('google', 'gemini-2.5-pro-mega', [1000, 100], {}, null),
  caseOf('google', 'gemini-2.5-pro-preview-tts-2', [1000, 100], {}, null),
  caseOf('anthropic', 'claude-sonnet-5-5', [1000, 100], {}, null),
  caseOf('anthropic', 'claude-3-haikus', [1000, 100], {}, null),
  caseOf('azure_ai', 'our-o4-mini', [1000, 100], {}, null),
  caseOf('amazon.bedrock', 'super-amazon.nova-pro-v1:0', [1000, 100], {}, null),
  // 1000 x 1.25 + 100 x 10 = 2250 µ
  caseOf('google', 'gemini-2.5-pro-preview-06-05', [1000, 100], {}, '0.00225'),
  caseOf('google', 'gemini-2.5-pro-latest', [1000, 100], {}, '0.00225'),
  // 1000 x 0.8 + 100 x 4 = 1200 µ
  caseOf('anthropic', 'claude-3-5-haiku-latest', [1000, 100], {}, '0.0012'),

  // Unknown models and providers, and a model that is priced by the hour.
  caseOf('openai', 'no-such-model', [1000, 100], {}, null),
  caseOf('my-openai-proxy', 'gpt-4o', [1000, 100], {}, null),
  caseOf('custom', 'gpt-4o', [1000, 100], {}, null),
  caseOf('__proto__', 'constructor', [1000, 100], {}, null),
  caseOf('openai', 'whisper-1', [1000, 100], {}, null),
  caseOf('openai', 'gpt-4o'.padEnd(300, '-x'), [1000, 100], {}, null),
]
