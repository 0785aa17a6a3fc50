import { type Galley, startGalley } from '../galley.ts'
import { askGalley } from '../kept-sets/ask-galley.ts'
import { benchSets, type ChosenSet } from '../kept-sets/bench-sets.ts'
import { openSet } from '../kept-sets/kept-set.ts'
import type { Random } from '../kept-sets/random.ts'
import { repeat } from '../kept-sets/repeat.ts'
import { table, under, verdict } from '../report.ts'
import { spansOfTrace } from './generator.ts'
import { loadTraces } from './load.ts'
import { type TraceMeasure, traceMeasures } from './searches.ts'

const help = `npm run bench -- traces [options]

  --count N        traces of ${spansOfTrace} spans in the set (1000000)
  --times N        searches of each kind (100; 20 of a kind without a bar)
  --engine NAME    sqlite or postgres; both by default
  --only WORDS     measures with these words in their name
  --data FOLDER    folder of the sets (/work/bench-data)
  --seed N         seed of the random set (1)
  --write          put the tables into bench/RESULTS.md`

const warmUps = 5
const maxTimesWithoutBar = 20

/** Measures lists, facets and charts of traces, sessions and users. */
export const benchTraces = (args: string[]): Promise<void> =>
  benchSets(args, { name: 'traces', heading: 'Traces', help, times: 100, measure: measureSet })

async function measureSet(set: ChosenSet, times: number, only: string): Promise<string> {
  const engine = await openSet({ ...set, name: 'traces', load: loadTraces })
  const rows: string[][] = []
  try {
    const galley = await startGalley(engine)
    for (const measure of traceMeasures.filter(({ name }) => name.includes(only))) {
      const turns = measure.bar === null ? Math.min(times, maxTimesWithoutBar) : times
      const row = await measureQuery(galley, measure, turns)
      console.log(`${engine.version}  ${row.join('  ')}`)
      rows.push(row)
    }
    await galley.stop()
  } finally {
    await engine.remove()
  }
  const count = set.count.toLocaleString('en')
  return `## ${engine.version}, ${count} traces\n\n${table(['question', 'p50 ms', 'p99 ms', 'max ms', 'bar'], rows)}`
}

async function measureQuery(galley: Galley, measure: TraceMeasure, turns: number): Promise<string[]> {
  const { p50, p99, max, refused } = await repeat(warmUps, turns, (random) =>
    askMeasure(galley, measure, random),
  )
  const name = refused > 0 ? `${measure.name}, ${refused} stopped` : measure.name
  const figures = [p50, p99, max].map((value) => value.toFixed(1))
  return [name, ...figures, verdict(measure.bar === null ? [] : [under(measure.bar, p99)])]
}

/** Runs the query; false if the server stopped it as too slow. */
export async function askMeasure(galley: Galley, measure: TraceMeasure, random: Random): Promise<boolean> {
  const { method, path } = measure
  const body = measure.body?.(random)
  const first = await askGalley(galley, method, path, body)
  if (measure.isPaged && first?.next_cursor)
    await askGalley(galley, method, path, { ...body, cursor: first.next_cursor })
  return first !== null
}
