import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerJobs } from './helpers.ts'

/**
 * Makes calls in a process of its own and discards the answers. The bench has a large heap, and its garbage
 * collections would take both cores from the server during a call.
 */

export interface Call {
  readonly method: string
  readonly url: string
  readonly body?: string
}

export type CallerJob =
  /** Makes each call once, one after the other. */
  | { readonly kind: 'each'; readonly key: string; readonly calls: readonly Call[] }
  /** Makes the calls in turn, again and again with a pause between two, until `end`. */
  | { readonly kind: 'begin'; readonly key: string; readonly calls: readonly Call[]; readonly pause: number }
  | { readonly kind: 'end' }

/** Milliseconds of each call up to the last byte of its answer, or the error. */
export type CallerAnswer = { readonly times: readonly number[] } | { readonly error: string }

const agent = new Agent({ keepAlive: true })

async function timed({ method, url, body }: Call, key: string): Promise<number> {
  const startedAt = performance.now()
  const headers = { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const outgoing = request(url, { agent, method, headers })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  const milliseconds = performance.now() - startedAt
  if (response.statusCode! < 200 || response.statusCode! > 299)
    throw new Error(`${method} ${url}: ${response.statusCode}`)
  return milliseconds
}

let isStopped = false
let callTimes: Promise<number[]> = Promise.resolve([])

async function callUntilStopped(calls: readonly Call[], key: string, pause: number): Promise<number[]> {
  const times: number[] = []
  while (!isStopped) {
    times.push(await timed(calls[times.length % calls.length]!, key))
    await sleep(pause)
  }
  return times
}

async function work(job: CallerJob): Promise<number[]> {
  if (job.kind === 'end') {
    isStopped = true
    return callTimes
  }
  if (job.kind === 'begin') {
    isStopped = false
    callTimes = callUntilStopped(job.calls, job.key, job.pause)
    // Errors are reported at `end`; an unhandled rejection would end the process.
    callTimes.catch(() => {})
    return []
  }
  const times: number[] = []
  for (const call of job.calls) times.push(await timed(call, job.key))
  return times
}

answerJobs<CallerJob, CallerAnswer>((job) =>
  work(job).then(
    (times) => ({ times }),
    (error: Error) => ({ error: error.message }),
  ),
)
