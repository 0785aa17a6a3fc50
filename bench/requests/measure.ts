import { join } from 'node:path'
import { startBareServer } from '../bare.ts'
import { benchKey, type Galley } from '../galley.ts'
import { askGalley } from '../kept-sets/ask-galley.ts'
import { Random } from '../kept-sets/random.ts'
import { repeat, timesOf } from '../kept-sets/repeat.ts'
import { drive, type LoadGenerator } from '../load.ts'
import { logPath, logRequests } from '../logs.ts'
import { type SearchMeasure, searchMeasures } from './searches.ts'

const warmUps = 10
const seconds = 4

/** Searches the newest 50 requests in two pages, the first with the total. */
export const measureSearch = (galley: Galley, measure: SearchMeasure, times: number) =>
  repeat(warmUps, times, (random) => newestFifty(galley, measure.body(random)))

const searchPath = '/api/public/v2/requests/search'

async function newestFifty(galley: Galley, body: object): Promise<boolean> {
  const first = await askGalley(galley, 'POST', searchPath, { ...body, per_page: 25 })
  if (first?.next_cursor)
    await askGalley(galley, 'POST', searchPath, { ...body, per_page: 25, cursor: first.next_cursor })
  return first !== null
}

/** Measures log calls per second alone, and beside one client that searches without a pause. */
export async function measureIngest(galley: Galley, generator: LoadGenerator) {
  const load = { url: galley.url, requests: logRequests, connections: 16, seconds }
  const alone = await drive(generator, galley.pid, load)
  const stop = new AbortController()
  const searching = searchUntil(galley, stop.signal)
  const beside = await drive(generator, galley.pid, load)
  stop.abort()
  const searches = await searching
  return { alone, beside, searchesPerSecond: searches / seconds }
}

async function searchUntil(galley: Galley, signal: AbortSignal): Promise<number> {
  const random = new Random(7)
  let searches = 0
  while (!signal.aborted) {
    await newestFifty(galley, searchMeasures[searches % 4]!.body(random))
    searches++
  }
  return searches
}

/**
 * Measures a chart of the whole set by days, with percentiles and cost, and the latency of log calls
 * meanwhile. A bare server, which only writes and flushes the same bodies, shows the limit of the machine.
 */
export async function measureDashboard(
  galley: Galley,
  generator: LoadGenerator,
  times: number,
  folder: string,
) {
  const milliseconds: number[] = []
  for (let turn = -1; turn < times; turn++) {
    const started = performance.now()
    await dashboard(galley)
    if (turn >= 0) milliseconds.push(performance.now() - started)
  }
  const load = { url: galley.url, requests: logRequests, connections: 1, seconds }
  const alone = await drive(generator, galley.pid, load)
  const beside = await besideDashboards(galley, () => drive(generator, galley.pid, load))
  const file = join(folder, 'bare.log')
  const bare = await startBareServer([{ method: 'POST', url: logPath, text: '{}', file }])
  const bareLoad = { ...load, url: bare.url }
  const bareAlone = await drive(generator, bare.pid, bareLoad)
  const bareBeside = await besideDashboards(galley, () => drive(generator, bare.pid, bareLoad))
  bare.stop()
  return { ...timesOf(milliseconds), alone, beside, bareAlone, bareBeside }
}

async function besideDashboards<T>(galley: Galley, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const asking = (async () => {
    while (!stop.signal.aborted) await dashboard(galley)
  })()
  const result = await work()
  stop.abort()
  await asking
  return result
}

async function dashboard(galley: Galley): Promise<void> {
  const response = await fetch(`${galley.url}/api/public/v2/requests/analytics`, {
    method: 'POST',
    headers: { 'x-api-key': benchKey, 'content-type': 'application/json' },
    body: '{}',
  })
  const answer = (await response.json()) as { totalRequests: number }
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(answer)}`)
}
