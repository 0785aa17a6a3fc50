/** Number of histogram buckets to aim at. */
const bucketCount = 20

/** A round width for buckets: 1, 2 or 5 times a power of ten. */
export function widthFor({
  minimum,
  maximum,
}: {
  readonly minimum: number | null
  readonly maximum: number | null
}): number {
  const span = (maximum ?? 0) - (minimum ?? 0)
  if (!(span > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(span / bucketCount))
  return power * ([1, 2, 5].find((times) => span / (power * times) <= bucketCount) ?? 10)
}
