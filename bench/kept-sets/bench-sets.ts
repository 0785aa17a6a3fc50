import { enginesOf } from '../engines.ts'
import { runBench } from '../run-bench.ts'
import type { SetOptions } from './kept-set.ts'

export type ChosenSet = Omit<SetOptions, 'name' | 'load'>

interface BenchOfSets {
  readonly name: string
  readonly heading: string
  readonly help: string
  /** The default of `--times`. */
  readonly times: number
  /** Measures one set; returns its part of the report. */
  readonly measure: (set: ChosenSet, times: number, only: string) => Promise<string>
}

/** Measures the sets of both engines, or of `--engine`. */
export const benchSets = (
  args: string[],
  { times: usualTimes, measure, ...bench }: BenchOfSets,
): Promise<void> =>
  runBench(args, {
    ...bench,
    options: { count: 1_000_000, times: usualTimes, data: '/work/bench-data', engine: '', only: '', seed: 1 },
    async measure({ count, times, data, engine: name, only, seed }) {
      // A signal exits the process, so that exit handlers stop the cluster and delete the copy.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
      const sections: string[] = []
      for (const engine of enginesOf(name))
        sections.push(await measure({ engine, count, seed, root: data }, times, only))
      return sections.join('\n\n')
    },
  })
