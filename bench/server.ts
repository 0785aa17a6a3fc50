import { loadavg } from 'node:os'
import type { Bench } from './bench.ts'
import { type EngineName, openEngine } from './engines.ts'
import { startGalley } from './galley.ts'
import { startLoadGenerator } from './load.ts'
import { measureFetches } from './measure-fetch.ts'
import { measureIngest } from './measure-ingest.ts'
import { measureStart, memoryAfterLoad } from './measure-start.ts'
import { figuresTable, lineOf, rowsTable } from './report.ts'
import { whereAndHow, writeResults } from './results-file.ts'
import { readSettings, type Settings } from './settings.ts'

/** Measures template reads and log calls against bare servers and bare inserts. */
export async function benchServer(args: string[]): Promise<void> {
  const settings = readSettings(args)
  if (settings) await run(settings, args)
}

async function run(settings: Settings, args: readonly string[]): Promise<void> {
  const sections: string[] = []
  const load = loadavg()[0]!
  for (const name of settings.engines) sections.push(await benchEngine(settings, name))
  const report = [headOf(settings, args, load), ...sections].join('\n\n')
  console.log(`\n${report}`)
  if (settings.write) writeResults('Server', report)
}

async function benchEngine(settings: Settings, name: EngineName): Promise<string> {
  const engine = await openEngine(name)
  const generator = startLoadGenerator()
  try {
    const galley = await startGalley(engine)
    const bench: Bench = {
      settings,
      engine,
      galley,
      generator,
      show: (row) => console.log(`${name}  ${lineOf(row)}`),
    }
    const rows = [...(await measureFetches(bench)), ...(await measureIngest(bench))]
    const loaded = memoryAfterLoad(galley.pid)
    await galley.stop()
    const figures = [...(await measureStart(engine)), loaded]
    return `## ${engine.version}\n\n${rowsTable(rows)}\n\n${figuresTable(figures)}`
  } finally {
    generator.stop()
    await engine.remove()
  }
}

function headOf({ rounds, seconds }: Settings, args: readonly string[], load: number): string {
  return `${whereAndHow(['server', ...args], load)}
Medians of ${rounds} interleaved rounds of ${seconds} s; each ratio is the median of the rounds' own. CPU µs is the
processor time of the server's process, all threads, for each answer.`
}
