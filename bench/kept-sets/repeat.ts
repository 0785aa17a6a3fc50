import { percentile } from '../statistics.ts'
import { Random } from './random.ts'

/** Milliseconds. */
export interface Times {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export interface RepeatedTimes extends Times {
  /** Searches that reached the time limit. Their times count too. */
  readonly refused: number
}

export const timesOf = (milliseconds: readonly number[]): Times => {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: sorted.at(-1)! }
}

/** Runs a search `times` times after the warm-up. `ask` returns false if the search reached the time limit. */
export async function repeat(
  warmUps: number,
  times: number,
  ask: (random: Random) => Promise<boolean>,
): Promise<RepeatedTimes> {
  const random = new Random(99)
  const milliseconds: number[] = []
  let refused = 0
  for (let turn = -warmUps; turn < times; turn++) {
    const started = performance.now()
    const isAnswered = await ask(random)
    if (turn >= 0) milliseconds.push(performance.now() - started)
    if (!isAnswered) refused++
  }
  return { ...timesOf(milliseconds), refused }
}
