import { parseArgs } from 'node:util'
import { nearPaths } from './near-paths.ts'
import { type Phase, type PhaseName, phaseNames, planPhases } from './plan.ts'
import { isForFullRun } from './suites.ts'

export interface TestOptions {
  readonly phases: readonly Phase[]
  /** True if neither a path nor a phase was named. */
  readonly isWhole: boolean
  readonly fileSeconds: number
  readonly slowestShown: number
  /** Runs only the tests with a matching name. */
  readonly namePattern: string | undefined
  /** The number of files that `--short` leaves out. */
  readonly leftOut: number
}

const usage = `usage: npm test                                the short suite, after the checks
       npm run test:full                       every test, after the checks
       npm run t -- [option]... [path part]... the tests whose path has one of these parts
options: --only ${phaseNames.join('|')}  --name PATTERN  --slowest N  --file-seconds N`

/** Reads the command line; ends the process if it is invalid or matches no test. */
export function readOptions(): TestOptions {
  const { values, positionals: parts } = parse()
  const only = phaseNames.find((name) => name === values.only)
  const fileSeconds = Number(values['file-seconds'])
  const slowestShown = Number(values.slowest)
  if ((values.only && !only) || !(fileSeconds > 0) || !(slowestShown >= 0)) refuse(usage)
  const all = planPhases(parts, only)
  refuseWrongPaths(parts, only)
  // A named path runs in full, with its slow files.
  const isShort = values.short && parts.length === 0
  const phases = isShort ? all.map(shortened) : all
  const isWhole = !only && parts.length === 0
  const leftOut = countOf(all) - countOf(phases)
  return { phases, isWhole, fileSeconds, slowestShown, leftOut, namePattern: values.name }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        short: { type: 'boolean', default: false },
        name: { type: 'string' },
        slowest: { type: 'string', default: '8' },
        'file-seconds': { type: 'string', default: '600' },
      },
    })
  } catch (error) {
    return refuse(`${(error as Error).message}\n${usage}`)
  }
}

const shortened = ({ name, files }: Phase): Phase => ({
  name,
  files: files.filter((file) => !isForFullRun(file, name)),
})

const countOf = (phases: readonly Phase[]): number => phases.reduce((sum, { files }) => sum + files.length, 0)

function refuseWrongPaths(parts: readonly string[], only: PhaseName | undefined): void {
  const wrong = parts.filter((part) => countOf(planPhases([part], only)) === 0)
  if (wrong.length === 0) return
  const paths = [...new Set(planPhases([], only).flatMap(({ files }) => files))]
  const lines = wrong.map((part) => {
    const near = nearPaths(part, paths)
    const hint = near.length > 0 ? ` Near it:\n  ${near.join('\n  ')}` : ''
    return `No test file${only ? ` of the phase ${only}` : ''} has "${part}" in its path.${hint}`
  })
  refuse(lines.join('\n'))
}

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}
