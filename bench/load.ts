import { type Helper, startHelper } from './helpers.ts'
import { cpuSeconds } from './process-figures.ts'
import type { Sample } from './statistics.ts'

export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

export interface Load {
  readonly url: string
  /** Requests that every connection sends in turn. */
  readonly requests: readonly WireRequest[]
  readonly connections: number
  readonly seconds: number
}

export type LoadResult =
  | { error: string }
  | { answered: number; perSecond: number; p50: number; p99: number; max: number }

export type LoadGenerator = Helper<Load, LoadResult>

export const startLoadGenerator = (): LoadGenerator => startHelper('load-process.ts')

/** Sends load to one server for some seconds. A failed request ends the bench. */
export async function drive(generator: LoadGenerator, pid: number, load: Load): Promise<Sample> {
  const before = cpuSeconds(pid)
  const result = await generator.ask(load)
  if ('error' in result) throw new Error(result.error)
  const { answered, ...figures } = result
  return { ...figures, cpuMicros: ((cpuSeconds(pid) - before) / answered) * 1e6 }
}
