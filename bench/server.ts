import type { Bench } from './bench.ts'
import type { Engine } from './engines.ts'
import { startGalley } from './galley.ts'
import { startLoadGenerator } from './load.ts'
import { measureFetches } from './measure-fetch.ts'
import { measureIngest } from './measure-ingest.ts'
import { measureStart, memoryAfterLoad } from './measure-start.ts'
import { figuresTable, lineOf, rowsTable } from './report.ts'
import { onEngines, runBench } from './run-bench.ts'

const help = `npm run bench -- server [options]

  --write            put the report into bench/RESULTS.md
  --rounds N         interleaved rounds of each measure, after one that only warms up (3)
  --seconds N        length of one round (4)
  --engine NAME      sqlite or postgres; both by default
  --only TEXT        only the measures whose name contains it`

/** Measures template reads and log calls against bare servers and bare inserts. */
export const benchServer = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'server',
    heading: 'Server',
    help,
    options: { rounds: 3, seconds: 4, engine: '', only: '' },
    measure: async (settings) =>
      `Medians of ${settings.rounds} interleaved rounds of ${settings.seconds} s; each ratio is the median of the rounds' own. CPU µs is the
processor time of the server's process, all threads, for each answer.

${await onEngines(settings.engine, (engine) => benchEngine(engine, settings))}`,
  })

async function benchEngine(engine: Engine, settings: Bench['settings']): Promise<string> {
  const generator = startLoadGenerator()
  try {
    const galley = await startGalley(engine)
    const bench: Bench = {
      settings,
      engine,
      galley,
      generator,
      show: (row) => console.log(`${engine.name}  ${lineOf(row)}`),
    }
    const rows = [...(await measureFetches(bench)), ...(await measureIngest(bench))]
    const loaded = memoryAfterLoad(galley.pid)
    await galley.stop()
    return `${rowsTable(rows)}\n\n${figuresTable([...(await measureStart(engine)), loaded])}`
  } finally {
    generator.stop()
  }
}
