import type { RateKind } from './rates.ts'

/**
 * The tokens of a call, counted once: cached and cache-write tokens are part of the input, reasoning of the
 * output, audio and images of their direction.
 */
export interface CallUsage extends UsageParts {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Parts of the input and the output that may have a price of their own. */
export interface UsageParts {
  readonly cachedInputTokens?: number
  readonly cacheWriteTokens?: number
  /** Those of the cache writes that are kept for an hour. */
  readonly cacheWriteHourTokens?: number
  readonly inputAudioTokens?: number
  readonly inputImageTokens?: number
  readonly reasoningTokens?: number
  readonly outputAudioTokens?: number
  readonly outputImageTokens?: number
  /** Searches of the web that the provider charges for, beside the tokens. */
  readonly webSearches?: number
}

type Quantities = Readonly<Record<RateKind, number>>

/**
 * The same tokens in heaps that do not overlap: their sum is the input and the output, whatever a provider
 * said of the parts. A part greater than what is left of its whole is cut.
 */
export function quantitiesOf(usage: CallUsage): Quantities {
  const input = usage.inputTokens
  const cached = Math.min(usage.cachedInputTokens ?? 0, input)
  const written = Math.min(usage.cacheWriteTokens ?? 0, input - cached)
  const writtenForAnHour = Math.min(usage.cacheWriteHourTokens ?? 0, written)
  const audio = Math.min(usage.inputAudioTokens ?? 0, input - written)
  // Nobody says which audio came from the cache: no more than must have.
  const cachedAudio = Math.max(0, cached + written + audio - input)
  const plainInput = input - cached - written - (audio - cachedAudio)
  const image = Math.min(usage.inputImageTokens ?? 0, plainInput)

  const output = usage.outputTokens
  const reasoning = Math.min(usage.reasoningTokens ?? 0, output)
  const outputAudio = Math.min(usage.outputAudioTokens ?? 0, output - reasoning)
  const outputImage = Math.min(usage.outputImageTokens ?? 0, output - reasoning - outputAudio)
  return {
    input: plainInput - image,
    cached_input: cached - cachedAudio,
    cache_write: written - writtenForAnHour,
    cache_write_1h: writtenForAnHour,
    input_audio: audio - cachedAudio,
    cached_input_audio: cachedAudio,
    input_image: image,
    output: output - reasoning - outputAudio - outputImage,
    reasoning,
    output_audio: outputAudio,
    output_image: outputImage,
    request: 1,
    web_search: usage.webSearches ?? 0,
  }
}
