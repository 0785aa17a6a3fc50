import { startCaller } from '../caller.ts'
import type { Engine } from '../engines.ts'
import { startGalley } from '../galley.ts'
import { startHelper } from '../helpers.ts'
import { ownMegabytes } from '../process-figures.ts'
import { table, under, verdict } from '../report.ts'
import { onEngines, runBench } from '../run-bench.ts'
import { code } from './code.ts'
import { asking, editing, type Figure, paging, recalculation, type Setting, wideSheet } from './measures.ts'
import type { ProviderAnswer, ProviderJob } from './provider-process.ts'
import { pureEngine } from './pure.ts'

const help = `npm run bench -- tables [options]

  --rows N         rows of the large sheets (100000)
  --engine NAME    sqlite or postgres; both by default
  --only NAMES     only these, with commas between: recalculation, code, editing, asking, pages (editing and pages share
                   a sheet)
  --write          put the report into bench/RESULTS.md`

/** Measures bars a to e of tables, on a server in a process of its own. */
export const benchTables = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'tables',
    heading: 'Tables',
    help,
    options: { rows: 100_000, engine: '', only: '' },
    measure: ({ rows, engine, only }) => onEngines(engine, (storage) => benchEngine(storage, rows, only)),
  })

async function benchEngine(engine: Engine, rows: number, only: string): Promise<string> {
  const provider = startHelper<ProviderJob, ProviderAnswer>('tables/provider-process.ts')
  const { origin } = await provider.ask({ milliseconds: 100, slots: 100 })
  const galley = await startGalley(engine, { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: `${origin}/v1` })
  const memory = watchMemory(galley.pid)
  const caller = startCaller()
  const setting: Setting = { galley, caller, provider, rows }
  const figures: Figure[] = []
  const show = (...added: Figure[]) => {
    figures.push(...added)
    const peak = Math.round(memory.peakSinceLast())
    for (const { name, text } of added) console.log(`${engine.version}: ${name}: ${text} [peak ${peak} MB]`)
  }
  const isWanted = (benchName: string) => only === '' || only.split(',').includes(benchName)
  try {
    if (engine.name === 'sqlite' && isWanted('recalculation')) show(pureEngine())
    if (isWanted('recalculation')) show(...(await recalculation(setting)))
    if (isWanted('code')) show(...(await code(setting)))
    if (isWanted('asking')) show(...(await asking(setting)))
    if (isWanted('editing') || isWanted('pages')) {
      const sheet = await wideSheet(setting)
      if (isWanted('editing')) show(...(await editing(sheet, setting)))
      if (isWanted('pages')) show(...(await paging(sheet, setting)))
    }
    show(memory.end())
  } finally {
    memory.end()
    await galley.stop()
    provider.stop()
    caller.stop()
  }
  const cells = figures.map(({ name, text, bars }) => [name, text, verdict(bars)])
  return table(['measure', 'figure', 'bar'], cells)
}

function watchMemory(pid: number) {
  let [peak, recent] = [0, 0]
  const looking = setInterval(() => {
    recent = Math.max(recent, ownMegabytes(pid))
    peak = Math.max(peak, recent)
  }, 20)
  return {
    peakSinceLast() {
      const highest = recent
      recent = 0
      return highest
    },
    end(): Figure {
      clearInterval(looking)
      return {
        name: 'memory of the server while doing all of it',
        text: `peak ${Math.round(peak)} MB, ${Math.round(ownMegabytes(pid))} MB at the end, without mapped files`,
        bars: [under(500, peak)],
      }
    },
  }
}
