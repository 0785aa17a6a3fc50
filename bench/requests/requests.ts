import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engines.ts'
import { startGalley } from '../galley.ts'
import { benchSets, type ChosenSet } from '../kept-sets/bench-sets.ts'
import type { Times } from '../kept-sets/repeat.ts'
import { startLoadGenerator } from '../load.ts'
import { atLeast, type Bar, table, under, verdict } from '../report.ts'
import { measureDashboard, measureIngest, measureSearch } from './measure.ts'
import { openRequests } from './open-requests.ts'
import { searchMeasures } from './searches.ts'

const help = `npm run bench -- requests [options]

  --count N        requests in the set (1000000)
  --times N        searches of each kind (200; at most 60 of a kind without a bar)
  --engine NAME    sqlite or postgres; both by default
  --only WORDS     measures with these words in their name
  --data FOLDER    folder of the sets: loading a million took 15 minutes (/work/bench-data)
  --seed N         seed of the random set (1)
  --write          put the tables into bench/RESULTS.md`

/** Maximum repetitions of searches without a bar, some of which take seconds. */
const maxWithoutBar = 60

interface Line {
  readonly measure: string
  readonly figures: readonly string[]
  readonly bars: readonly Bar[]
}

export const benchRequests = (args: string[]): Promise<void> =>
  benchSets(args, { name: 'requests', heading: 'Requests', help, times: 200, measure: bench })

async function bench(set: ChosenSet, times: number, only: string): Promise<string> {
  const engine = await openRequests(set)
  const generator = startLoadGenerator()
  const lines: Line[] = []
  const size = sizeOf(engine, set.count)
  const show = (line: Line) => {
    console.log(`${engine.version}  ${cellsOf(line).join('  ')}`)
    lines.push(line)
  }
  const isWanted = (name: string) => name.includes(only)
  try {
    const galley = await startGalley(engine)
    for (const measure of searchMeasures.filter(({ name }) => isWanted(name))) {
      const measured = await measureSearch(
        galley,
        measure,
        measure.bar === null ? Math.min(times, maxWithoutBar) : times,
      )
      const stopped = measured.refused > 0 ? `, ${measured.refused} stopped` : ''
      show(lineOf(`${measure.name}${stopped}`, measured, measure.bar))
    }
    if (isWanted('dashboard of all days')) {
      const board = await measureDashboard(galley, generator, times, engine.folder)
      show(lineOf('dashboard of all days', board, 1_500))
      show({ measure: 'a log call, alone', figures: waitTexts(board.alone), bars: [] })
      show({
        measure: 'a log call beside dashboards',
        figures: waitTexts(board.beside),
        bars: [under(20, board.beside.max!)],
      })
      show({ measure: 'a bare flush, alone', figures: waitTexts(board.bareAlone), bars: [] })
      show({ measure: 'a bare flush beside dashboards', figures: waitTexts(board.bareBeside), bars: [] })
    }
    if (isWanted('ingest beside searches')) {
      const { alone, beside, searchesPerSecond } = await measureIngest(galley, generator)
      const ratio = beside.perSecond / alone.perSecond
      const rates = `${Math.round(beside.perSecond)} of ${Math.round(alone.perSecond)}/s`
      show({
        measure: `ingest beside ${searchesPerSecond.toFixed(0)} searches/s, 16 connections: ${rates}, ${ratio.toFixed(2)}`,
        figures: waitTexts(beside),
        bars: [atLeast(0.7, ratio)],
      })
    }
    await galley.stop()
  } finally {
    generator.stop()
    await engine.remove()
  }
  const count = set.count.toLocaleString('en')
  return `## ${engine.version}, ${count} requests, ${size} bytes each\n\n${table(heads, lines.map(cellsOf))}`
}

const heads = ['measure', 'p50 ms', 'p99 ms', 'max ms', 'bar']

const cellsOf = ({ measure, figures, bars }: Line): string[] => [measure, ...figures, verdict(bars)]

const lineOf = (measure: string, { p50, p99, max }: Times, bar: number | null): Line => ({
  measure,
  figures: [p50, p99, max].map(short),
  bars: bar === null ? [] : [under(bar, p99)],
})

const waitTexts = ({ p50, p99, max }: { p50?: number; p99?: number; max?: number }): string[] =>
  [p50!, p99!, max!].map(short)

const short = (value: number): string => value.toFixed(1)

function sizeOf({ databaseUrl, folder }: Engine, count: number): number {
  const bytes =
    databaseUrl === null
      ? statSync(join(folder, 'galley.db')).size
      : Number(execFileSync('du', ['-sb', join(folder, 'data/base')], { encoding: 'utf8' }).split('\t')[0])
  return Math.round(bytes / count)
}
