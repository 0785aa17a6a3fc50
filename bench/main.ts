import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { type EngineName, openEngine } from './engines.ts'
import { startGalley } from './galley.ts'
import { startLoadGenerator } from './load.ts'
import { measureFetches } from './measure-fetch.ts'
import { measureIngest } from './measure-ingest.ts'
import { measureStart, memoryAfterLoad } from './measure-start.ts'
import { figuresTable, lineOf, rowsTable } from './report.ts'
import { readSettings, type Settings } from './settings.ts'

const settings = readSettings(process.argv.slice(2))
if (settings) await run(settings)

async function run(settings: Settings): Promise<void> {
  const sections: string[] = []
  for (const name of settings.engines) sections.push(await benchEngine(settings, name))
  const report = [headOf(settings), ...sections].join('\n\n')
  console.log(`\n${report}`)
  if (settings.write) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${report}\n`)
}

async function benchEngine(settings: Settings, name: EngineName): Promise<string> {
  const engine = await openEngine(name)
  const generator = startLoadGenerator()
  try {
    const galley = await startGalley(engine)
    const bench: Bench = { settings, engine, galley, generator, show: (row) => console.log(`${name}  ${lineOf(row)}`) }
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

function headOf({ rounds, seconds }: Settings): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`
  const day = new Date().toISOString().slice(0, 10)
  return `# Results

${day}, ${machine}. Medians of ${rounds} interleaved rounds of ${seconds} s; ratios are taken round by round.`
}
