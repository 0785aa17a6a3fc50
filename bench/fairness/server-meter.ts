import diagnostics from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isMainThread } from 'node:worker_threads'
import { benchKey } from '../galley.ts'

/**
 * Loaded into the server before it starts: processor time during each call of the quiet workspace. Unlike wall-clock time
 * it does not depend on other programs.
 */

/** Milliseconds of processor time from a request's first byte until its answer was handed over. */
export interface Work {
  /** Of the main thread. */
  readonly main: number
  /** Of all threads of the server. */
  readonly all: number
}

const file = process.env['GALLEY_BENCH_METER']
const calls: Work[] = []

const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
const now = (): Work => ({ main: sum(process.threadCpuUsage()), all: sum(process.cpuUsage()) })

function measure(message: unknown) {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  const key = request.headers['x-api-key']
  if (key === undefined || key === benchKey) return
  const from = now()
  response.once('finish', () => {
    const to = now()
    calls.push({ main: to.main - from.main, all: to.all - from.all })
  })
}

if (isMainThread && file) {
  diagnostics.subscribe('http.server.request.start', measure)
  process.on('exit', () => writeFileSync(file, JSON.stringify(calls)))
}
