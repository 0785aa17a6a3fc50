export const duration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(2)} s`

/** Two digits that mean something, however small. */
export function money(dollars: number): string {
  if (dollars === 0) return '$0'
  if (Math.abs(dollars) >= 1)
    return `$${dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  return `$${decimal.format(dollars)}`
}

const decimal = new Intl.NumberFormat('en', { maximumSignificantDigits: 2, useGrouping: false })

export const percent = (share: number): string =>
  share.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })
