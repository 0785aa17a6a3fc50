const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A size in decimal units, as disks are sold: 1 KB is 1,000 bytes. */
export function sizeText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return `${value.toLocaleString('en', { maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1 })} ${units[power]}`
}
