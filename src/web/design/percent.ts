/** A share in percent, with at most one decimal. */
export const percent = (share: number): string =>
  share.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })
