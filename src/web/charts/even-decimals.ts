const numberAt = /\d[\d,]*(?:\.\d+)?/
const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

/** Labels of an axis; labels with the same unit have the same number of decimals: "$0.05", "$0.10". Zero stays "$0". */
export function evenDecimals(labels: readonly string[]): string[] {
  const decimalsByUnit = new Map<string, number>()
  const parts = labels.map((label) => {
    const [number = ''] = numberAt.exec(label) ?? []
    const unit = label.replace(number, '')
    decimalsByUnit.set(unit, Math.max(decimalsByUnit.get(unit) ?? 0, decimalsOf(number)))
    return { label, number, unit }
  })
  return parts.map(({ label, number, unit }) => {
    const missing = decimalsByUnit.get(unit)! - decimalsOf(number)
    if (missing === 0 || number === '' || number === '0') return label
    const point = number.includes('.') ? '' : '.'
    return label.replace(number, `${number}${point}${'0'.repeat(missing)}`)
  })
}
