import type { Random } from './random.ts'
import { normalTail, studentT } from './student.ts'

/** The 95 % confidence interval of the true value. */
export interface Interval {
  readonly low: number
  readonly high: number
  readonly method: 'wilson' | 'adjusted' | 'bootstrap' | 'normal'
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959964

const RESAMPLES = 2_000

/** Above this many values the mean is close to normal, and resampling would take seconds. */
const RESAMPLE_UP_TO = 5_000

/** Wilson's score interval for a share of successes; null without cases. */
export function wilson(successes: number, total: number): Interval | null {
  if (total === 0) return null
  const share = successes / total
  const scale = 1 + (Z * Z) / total
  const middle = (share + (Z * Z) / (2 * total)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / total + (Z * Z) / (4 * total * total))
  // Without successes, or without failures, the bound is exact; doubles would miss it by 3e-17.
  const low = successes === 0 ? 0 : Math.max(0, middle - half)
  const high = successes === total ? 1 : Math.min(1, middle + half)
  return { low, high, method: 'wilson' }
}

/** For scores that are all 0 or 1; null for others. Resampling ten passes in ten would exclude any failure. */
export function shareInterval(scores: readonly number[]): Interval | null {
  if (!scores.every((score) => score === 0 || score === 1)) return null
  return wilson(scores.filter((score) => score === 1).length, scores.length)
}

/**
 * Difference of two shares over the same cases (Bonett and Price 2012): adds one case to each kind of change and two
 * to the total. Resampling would report four gained passes in a hundred as significant, although chance alone gives
 * that in 1 of 8 cases (exact McNemar test).
 */
export function shareDifference(gained: number, lost: number, total: number): Interval {
  const [up, down, cases] = [(gained + 1) / (total + 2), (lost + 1) / (total + 2), total + 2]
  const half = Z * Math.sqrt((up + down - (up - down) ** 2) / cases)
  return { low: Math.max(-1, up - down - half), high: Math.min(1, up - down + half), method: 'adjusted' }
}

/**
 * Interval of a mean: bootstrap, or the normal approximation for many values; null below two. Percentiles are
 * expanded (Hesterberg 2015), because small samples underestimate the variance: plain percentiles of six
 * differences find a significant difference in 16 of 100 cases that have none.
 */
export function meanInterval(values: ArrayLike<number>, random: Random): Interval | null {
  const count = values.length
  if (count < 2) return null
  if (count > RESAMPLE_UP_TO) return normalInterval(values)
  const means = new Float64Array(RESAMPLES)
  for (let sample = 0; sample < RESAMPLES; sample++) {
    let sum = 0
    for (let draw = 0; draw < count; draw++) sum += values[Math.floor(random() * count)]!
    means[sample] = sum / count
  }
  means.sort()
  const tail = normalTail(studentT(count - 1) * Math.sqrt(count / (count - 1)))
  return { low: quantile(means, tail), high: quantile(means, 1 - tail), method: 'bootstrap' }
}

/** Null without values. */
export function meanOf(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index]!
  return sum / values.length
}

function normalInterval(values: ArrayLike<number>): Interval {
  const mean = meanOf(values)!
  let squares = 0
  for (let index = 0; index < values.length; index++) squares += (values[index]! - mean) ** 2
  const half = Z * Math.sqrt(squares / (values.length - 1) / values.length)
  return { low: mean - half, high: mean + half, method: 'normal' }
}

function quantile(sorted: Float64Array, share: number): number {
  const rank = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(rank)]!, sorted[Math.ceil(rank)]!]
  return below + (above - below) * (rank - Math.floor(rank))
}
