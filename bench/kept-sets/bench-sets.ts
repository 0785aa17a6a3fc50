import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { whereAndHow, writeResults } from '../results-file.ts'
import type { Wanted } from './kept-set.ts'

/** Options that every bench on a kept set has. */
export const setOptions = (count: string, times: string) =>
  ({
    count: { type: 'string', default: count },
    times: { type: 'string', default: times },
    data: { type: 'string', default: '/work/bench-data' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  }) as const

export type SetOfBench = Omit<Wanted, 'name' | 'load'>

interface SetBench {
  readonly name: string
  readonly help: string
  /** The default of `--times`. */
  readonly times: string
  /** Measures one set; returns its part of the report. */
  readonly measure: (set: SetOfBench, times: number, only: string) => Promise<string>
}

/** Measures the sets of both engines, or of `--engine`, and writes the report. */
export async function benchSets(args: string[], { name, help, times, measure }: SetBench): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...setOptions('1000000', times),
      engine: { type: 'string' },
      only: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
    },
  })
  if (values.help) return console.log(help)
  // A signal exits the process, so that exit handlers stop the cluster and delete the copy.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const [load] = loadavg()
  const parts = [whereAndHow([name, ...args], load!)]
  for (const engine of (['sqlite', 'postgres'] as const).filter((each) => (values.engine ?? each) === each)) {
    const set = { engine, count: Number(values.count), seed: Number(values.seed), root: values.data }
    parts.push(await measure(set, Number(values.times), values.only))
  }
  const report = parts.join('\n\n')
  console.log(`\n${report}`)
  if (values.write) writeResults(`${name[0]!.toUpperCase()}${name.slice(1)}`, report)
}
