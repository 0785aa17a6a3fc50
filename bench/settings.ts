import { parseArgs } from 'node:util'
import type { EngineName } from './engines.ts'

const help = `npm run bench -- server [options]

  --write            put the report into bench/RESULTS.md
  --rounds N         interleaved rounds of each measure (3)
  --seconds N        length of one round (4)
  --engine NAME      sqlite or postgres; both when not given
  --only TEXT        only the measures whose name contains it`

export interface Settings {
  readonly write: boolean
  readonly rounds: number
  readonly seconds: number
  readonly engines: readonly EngineName[]
  readonly only: string
}

/** Null after `--help`, which prints the usage. */
export function readSettings(args: string[]): Settings | null {
  const { values } = parseArgs({
    args,
    options: {
      write: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      engine: { type: 'string' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    return null
  }
  return {
    write: values.write,
    rounds: positive('--rounds', values.rounds),
    seconds: positive('--seconds', values.seconds),
    engines: enginesOf(values.engine),
    only: values.only,
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw new Error(`${name} must be a number above 0, not "${text}"`)
}

export function enginesOf(name: string | undefined): EngineName[] {
  if (name === undefined) return ['sqlite', 'postgres']
  if (name === 'sqlite' || name === 'postgres') return [name]
  throw new Error(`--engine must be sqlite or postgres, not "${name}"`)
}
