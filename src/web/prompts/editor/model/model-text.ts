import type { OfferedModel } from './offered-models.ts'

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

export const contextText = (tokens: number | null): string => (tokens === null ? '' : compact.format(tokens))

/** A rate in US dollars for a million tokens. */
export const rateText = (rate: string): string =>
  `$${Number(rate).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`

export const priceText = ({ input, output }: Pick<OfferedModel, 'input' | 'output'>): string =>
  input === null && output === null
    ? 'no price'
    : [input, output].map((rate) => (rate === null ? '–' : rateText(rate))).join(' / ')
