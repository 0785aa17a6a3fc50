import type { Engine } from './engines.ts'
import type { Galley } from './galley.ts'
import type { LoadGenerator } from './load.ts'
import type { Row } from './report.ts'

/** The settings and storage that every measure of one engine uses. */
export interface Bench {
  readonly settings: { readonly rounds: number; readonly seconds: number; readonly only: string }
  readonly engine: Engine
  readonly galley: Galley
  readonly generator: LoadGenerator
  readonly show: (row: Row) => void
}

/** The measures whose names contain the text of `--only`; all measures without the option. */
export function measures<T>({ settings }: Bench, all: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(all).filter(([name]) => name.includes(settings.only))
}
