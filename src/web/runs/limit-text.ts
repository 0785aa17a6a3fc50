import { providerName } from '../design/values.ts'
import { timeText } from './figures.ts'

export interface ModelLimit {
  readonly provider: string
  readonly model: string | null
  readonly requests_per_second: number | null
  readonly tokens_per_second: number | null
  readonly pause_seconds: number
}

/** Pauses in seconds that are too short to be shown. */
const shortPause = 1

/** Why a run is slow: the model with the longest pause, else the lowest rate; null if no model holds it back. */
export function limitText(models: readonly ModelLimit[]): string | null {
  const [paused] = models.toSorted((a, b) => b.pause_seconds - a.pause_seconds)
  if (paused && paused.pause_seconds > shortPause)
    return `Rate limit of ${nameOf(paused)}: next call in ${timeText(paused.pause_seconds)}`
  const rateOf = ({ requests_per_second: rate }: ModelLimit) => rate ?? Number.POSITIVE_INFINITY
  const [slowest] = models.toSorted((a, b) => rateOf(a) - rateOf(b))
  if (!slowest) return null
  const { requests_per_second: requests, tokens_per_second: tokens } = slowest
  if (requests !== null) return `Rate limit of ${nameOf(slowest)}: ${rateText(requests, 'call')}`
  if (tokens !== null) return `Rate limit of ${nameOf(slowest)}: ${rateText(tokens, 'token')}`
  return null
}

const nameOf = ({ provider, model }: ModelLimit) => [providerName(provider), model].filter(Boolean).join(' ')

function rateText(perSecond: number, noun: string): string {
  const [rate, unit] = perSecond < 1 ? [perSecond * 60, 'minute'] : [perSecond, 'second']
  const text = rate.toLocaleString('en', { maximumFractionDigits: rate < 10 ? 1 : 0 })
  return `${text} ${text === '1' ? noun : `${noun}s`} a ${unit}`
}
