import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { databaseBytes } from '../src/server/db/sqlite/open.ts'
import type { Engine } from './engines.ts'
import { benchKey, startGalley } from './galley.ts'
import { cpuSeconds } from './process-figures.ts'
import { table } from './report.ts'
import { onEngines, runBench } from './run-bench.ts'

const help = `npm run bench -- media [options]

  --count N        requests with the same picture (1000)
  --engine NAME    sqlite or postgres; both by default
  --write          put the table into bench/RESULTS.md`

const pictureBytes = 1_000_000
const concurrentCalls = 4
const warmUps = 20

/**
 * Measures bytes on disk and processor time of log calls with one picture, once kept in the body and once
 * stored apart.
 */
export const benchMedia = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'media',
    heading: 'Media',
    help,
    options: { count: 1_000, engine: '' },
    measure: ({ count, engine }) =>
      onEngines(engine, async (storage) =>
        table(columns, [await measureMedia(storage, count, true), await measureMedia(storage, count, false)]),
      ),
  })

const columns = ['the picture', 'MB on disk', 'processor to the answer', 'calls/s', 'processor to read one']

async function measureMedia(engine: Engine, count: number, isInBody: boolean): Promise<string[]> {
  const galley = await startGalley(engine)
  const body = bodyOf(isInBody)
  const call = async (path: string, rest: object = {}) => {
    const answer = await fetch(`${galley.url}${path}`, {
      headers: { 'X-API-KEY': benchKey, 'Content-Type': 'application/json' },
      ...rest,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Galley answered ${answer.status}`)
    return text
  }
  const repeat = async (times: number, work: () => Promise<unknown>) => {
    let remaining = times
    const caller = async () => {
      while (remaining-- > 0) await work()
    }
    await Promise.all(Array.from({ length: concurrentCalls }, caller))
  }
  const log = () => call('/log-request', { method: 'POST', body })
  const id = Number(JSON.parse(await log()).id)
  await repeat(warmUps, log)
  const before = await bytesOf(engine)
  const [cpu, started] = [cpuSeconds(galley.pid), performance.now()]
  await repeat(count, log)
  const seconds = (performance.now() - started) / 1000
  const perCall = ((cpuSeconds(galley.pid) - cpu) * 1000) / count
  const bytes = (await bytesOf(engine)) - before
  const beforeReads = cpuSeconds(galley.pid)
  const reads = Math.ceil(count / 5)
  await repeat(reads, () => call(`/api/public/v2/requests/${id}`))
  const perRead = ((cpuSeconds(galley.pid) - beforeReads) * 1000) / reads
  await galley.stop()
  return [
    isInBody ? 'in the body' : 'stored apart',
    (bytes / 1e6).toFixed(1),
    `${perCall.toFixed(1)} ms`,
    Math.round(count / seconds).toLocaleString('en'),
    `${perRead.toFixed(1)} ms`,
  ]
}

/** A log body. With the text of a reference inside, the server keeps the base64 in the body. */
function bodyOf(isInBody: boolean): string {
  const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(pictureBytes - 8)])
  const url = `data:image/png;base64,${picture.toString('base64')}`
  const content = [
    { type: 'text', text: isInBody ? 'What is this? galley-media:' : 'What is this?' },
    { type: 'image_url', image_url: { url } },
  ]
  return JSON.stringify({
    provider: 'openai',
    model: 'gpt-4o-mini',
    input: { type: 'chat', messages: [{ role: 'user', content }] },
    output: { type: 'chat', messages: [{ role: 'assistant', content: [{ type: 'text', text: 'A boat.' }] }] },
    request_start_time: '2026-11-20T10:00:00Z',
    request_end_time: '2026-11-20T10:00:01Z',
  })
}

/** Bytes of the database without the write-ahead log. */
async function bytesOf(engine: Engine): Promise<number> {
  if (engine.databaseUrl === null) {
    const database = new DatabaseSync(`${engine.folder}/galley.db`, { timeout: 10_000 })
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    return databaseBytes(engine)
  }
  const client = new pg.Client(engine.databaseUrl)
  await client.connect()
  const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
  await client.end()
  return Number(rows[0].bytes)
}
