import type { RateKind } from './rates.ts'

/**
 * Tokens of a call, each counted once: cached and cache-write tokens are part of the input, reasoning part of the
 * output, audio and images part of their direction.
 */
export interface CallUsage extends UsageParts {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Parts of input and output that may have their own rate. */
export interface UsageParts {
  readonly cachedInputTokens?: number
  readonly cacheWriteTokens?: number
  /** The part of the cache writes that is kept for an hour. */
  readonly cacheWriteHourTokens?: number
  readonly inputAudioTokens?: number
  readonly inputImageTokens?: number
  readonly reasoningTokens?: number
  readonly outputAudioTokens?: number
  readonly outputImageTokens?: number
  /** Web searches that the provider bills beside tokens. */
  readonly webSearches?: number
  /** The count that the provider did not report, or not as a count; it is 0 then. */
  readonly unknownCount?: 'input' | 'output'
}

type Quantities = Readonly<Record<RateKind, number>>

/**
 * The tokens in disjoint groups that add up to input and output, for any parts that a provider reports. A part that
 * exceeds the rest of its whole is reduced to that rest.
 */
export function quantitiesOf(usage: CallUsage): Quantities {
  const input = usage.inputTokens
  const cached = Math.min(usage.cachedInputTokens ?? 0, input)
  const cacheWrites = Math.min(usage.cacheWriteTokens ?? 0, input - cached)
  const writtenForAnHour = Math.min(usage.cacheWriteHourTokens ?? 0, cacheWrites)
  const audio = Math.min(usage.inputAudioTokens ?? 0, input - cacheWrites)
  // The cached share of the audio is unknown: assume the minimum.
  const cachedAudio = Math.max(0, cached + cacheWrites + audio - input)
  const plainInput = input - cached - cacheWrites - (audio - cachedAudio)
  const image = Math.min(usage.inputImageTokens ?? 0, plainInput)

  const output = usage.outputTokens
  const reasoning = Math.min(usage.reasoningTokens ?? 0, output)
  const outputAudio = Math.min(usage.outputAudioTokens ?? 0, output - reasoning)
  const outputImage = Math.min(usage.outputImageTokens ?? 0, output - reasoning - outputAudio)
  return {
    input: plainInput - image,
    cached_input: cached - cachedAudio,
    cache_write: cacheWrites - writtenForAnHour,
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
