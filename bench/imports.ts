import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from './engines.ts'
import { benchKey, type Galley, startGalley } from './galley.ts'
import { cpuSeconds, ownMegabytes } from './process-figures.ts'
import { table } from './report.ts'
import { onEngines, runBench } from './run-bench.ts'
import { percentile } from './statistics.ts'

const help = `npm run bench -- imports [options]

  --engine NAME    sqlite or postgres; both by default
  --write          put the report into bench/RESULTS.md`

const rowCount = 100_000
const columnCount = 10
const tables = '/api/public/v2/tables'

/** Imports a file of 100,000 rows and 10 text columns into a sheet, and exports it in every format. */
export const benchImports = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'imports',
    heading: 'Imports and exports',
    help,
    options: { engine: '' },
    measure: async ({ engine }) => `${introduction()}\n\n${await onEngines(engine, benchEngine)}`,
  })

const introduction = () =>
  `One run each: ${rowCount.toLocaleString('en')} rows x ${columnCount} text columns of 50 characters, CSV of ${Math.round(csv().length / 1e6)} MB.
"peak MB" is the memory of the server without mapped files; "other reads" are GETs of the table, one after the other, during the import or export.`

async function benchEngine(engine: Engine): Promise<string> {
  const galley = await startGalley(engine)
  try {
    const created = await call(galley, 'POST', tables, '{"create_default_sheet": false}')
    const path = `${tables}/${created.table.id}`
    const rows = [await measureWork(galley, path, 'import', () => importFile(galley, path))]
    const [sheet] = (await call(galley, 'GET', `${path}/sheets`)).data
    if (sheet.row_count !== rowCount) throw new Error(`${sheet.row_count} rows were imported`)
    for (const format of ['csv', 'jsonl', 'xlsx', 'parquet']) {
      const address = `${path}/sheets/${sheet.id}/export?format=${format}`
      rows.push(await measureWork(galley, path, `export as ${format}`, () => download(galley, address)))
    }
    const heads = ['what', 'MB', 'seconds', 'rows/s', 'CPU s', 'peak MB', 'other reads p50 ms', 'p99 ms']
    return table(heads, rows)
  } finally {
    await galley.stop()
  }
}

/** Returns the megabytes sent over the wire. */
type Work = () => Promise<number>

async function measureWork(galley: Galley, path: string, name: string, work: Work): Promise<string[]> {
  let peak = 0
  let isDone = false
  const reads: number[] = []
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, ownMegabytes(galley.pid))
      const from = performance.now()
      await call(galley, 'GET', path)
      reads.push(performance.now() - from)
      await sleep(5)
    }
  })()
  const cpu = cpuSeconds(galley.pid)
  const from = performance.now()
  const megabytes = await work()
  const seconds = (performance.now() - from) / 1000
  isDone = true
  await watching
  reads.sort((a, b) => a - b)
  return [
    name,
    megabytes.toFixed(0),
    seconds.toFixed(2),
    Math.round(rowCount / seconds).toLocaleString('en'),
    (cpuSeconds(galley.pid) - cpu).toFixed(1),
    peak.toFixed(0),
    percentile(reads, 0.5).toFixed(1),
    percentile(reads, 0.99).toFixed(1),
  ]
}

async function importFile(galley: Galley, path: string): Promise<number> {
  const source = { type: 'file', file_name: 'bench.csv', file_content_base64: csv().toString('base64') }
  const body = JSON.stringify({ source })
  const { operation_id } = await call(galley, 'POST', `${path}/sheets`, body)
  for (;;) {
    const { operation } = await call(galley, 'GET', `${path}/sheets/operations/${operation_id}`)
    if (operation.status === 'completed') return body.length / 1e6
    if (operation.status === 'failed') throw new Error(operation.error_message)
    await sleep(20)
  }
}

async function download({ url }: Galley, address: string): Promise<number> {
  const answer = await fetch(url + address, { headers: { 'X-API-KEY': benchKey } })
  let bytes = 0
  for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length
  return bytes / 1e6
}

// biome-ignore lint/suspicious/noExplicitAny: the bench reads any JSON answer.
async function call({ url }: Galley, method: string, address: string, body?: string): Promise<any> {
  const headers = { 'X-API-KEY': benchKey, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  const answer = await fetch(url + address, { method, headers, body: body ?? null })
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

function csv(): Buffer {
  const titles = Array.from({ length: columnCount }, (_, column) => `column ${column}`)
  const lines = Array.from({ length: rowCount }, (_, row) =>
    titles
      .map((_, column) => `some text of fifty characters, r ${row} c ${column}`.padEnd(50, '.'))
      .map((text) => `"${text}"`)
      .join(),
  )
  return Buffer.from(`${titles.join()}\n${lines.join('\n')}\n`)
}
