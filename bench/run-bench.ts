import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Engine, enginesOf, openEngine } from './engines.ts'
import { runConditions, writeResults } from './results-file.ts'

type Defaults = Readonly<Record<string, number | string | false>>

type Values<D extends Defaults> = {
  readonly [Name in keyof D]: D[Name] extends number ? number : D[Name] extends string ? string : boolean
}

interface BenchOf<D extends Defaults> {
  readonly name: string
  /** The heading of the bench's part of RESULTS.md. */
  readonly heading: string
  readonly help: string
  /** The options with their defaults; every bench also has `--write` and `--help`. */
  readonly options: D
  /** Returns the report. */
  readonly measure: (values: Values<D>) => Promise<string>
}

/** Runs a bench with the options of the command line and prints its report; `--write` puts it into RESULTS.md. */
export async function runBench<const D extends Defaults>(
  args: string[],
  { name, heading, help, options, measure }: BenchOf<D>,
): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(Object.entries(options).map(([option, value]) => [option, argumentOf(value)])),
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(help)
  const head = runConditions([name, ...args], loadavg()[0]!)
  const texts: Readonly<Record<string, unknown>> = values
  const parsed = Object.entries(options).map(([option, value]) => [
    option,
    typeof value === 'number' ? positive(option, texts[option]) : texts[option],
  ])
  const report = `${head}\n\n${await measure(Object.fromEntries(parsed) as Values<D>)}`
  console.log(`\n${report}`)
  if (values.write) writeResults(heading, report)
}

const argumentOf = (value: number | string | false) =>
  value === false
    ? ({ type: 'boolean', default: false } as const)
    : ({ type: 'string', default: String(value) } as const)

function positive(option: string, text: unknown): number {
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new Error(`--${option} must be a number above 0, not "${text}"`)
}

/** One section of a report for each engine, or for the one with this name, on empty storage. */
export async function onEngines(name: string, measure: (engine: Engine) => Promise<string>): Promise<string> {
  const sections: string[] = []
  for (const engineName of enginesOf(name)) {
    const engine = await openEngine(engineName)
    try {
      sections.push(`## ${engine.version}\n\n${await measure(engine)}`)
    } finally {
      await engine.remove()
    }
  }
  return sections.join('\n\n')
}
