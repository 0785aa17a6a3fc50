const criticalValues = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13,
]

const Z = 1.959964

/** Student's t at 97.5 %, to two decimals; below one degree of freedom, that of one. */
export function studentT(degrees: number): number {
  const criticalValue = criticalValues[Math.max(1, degrees) - 1]
  if (criticalValue !== undefined) return criticalValue
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * degrees ** 2)
  return Z + (Z ** 3 + Z) / (4 * degrees) + second
}

/** Upper tail of the normal distribution above `z` >= 0 (Abramowitz and Stegun 26.2.17, error 7.5e-8). */
export function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
