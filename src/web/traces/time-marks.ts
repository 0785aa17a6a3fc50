const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** Steps that people count in: 1, 2 and 5 by powers of ten below a second, parts of minutes and hours above. */
const steps: readonly number[] = [
  ...[0.001, 0.01, 0.1, 1, 10, 100].flatMap((size) => [size, 2 * size, 5 * size]),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 4, 8].map((count) => count * hour),
]
const maxMarks = 5

/** The marks of a timeline in milliseconds: round times from 0, at most five. */
export function timeMarks(length: number): readonly number[] {
  const fits = (step: number) => Math.floor(length / step) < maxMarks
  const day = 24 * hour
  const step = steps.find(fits) ?? Math.ceil(length / maxMarks / day) * day
  return Array.from({ length: Math.floor(length / step) + 1 }, (_none, index) => index * step)
}
