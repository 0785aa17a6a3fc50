import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../caller.ts'
import { benchKey, type Galley } from '../galley.ts'
import type { Helper } from '../helpers.ts'
import { logBodies, logPath } from '../logs.ts'
import { cpuSeconds } from '../process-figures.ts'
import { atLeast, type Bar, under } from '../report.ts'
import { median, percentile } from '../statistics.ts'
import type { ProviderAnswer, ProviderJob } from './provider-process.ts'
import { type BenchSheet, importedSheet } from './sheet.ts'

/** One line of the report. */
export interface Figure {
  readonly name: string
  readonly text: string
  readonly bars: readonly Bar[]
}

export interface Setting {
  readonly galley: Galley
  readonly caller: Caller
  readonly provider: Helper<ProviderJob, ProviderAnswer>
  readonly rows: number
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const milliseconds = (value: number) => value.toFixed(1)

/** Measures five cheap columns, from the call until the last cell is stored. */
export async function recalculation({ galley, caller, rows }: Setting): Promise<Figure[]> {
  const sheet = await importedSheet(galley, rows, ['text'])
  const configs = [
    ['COUNT', { source: 'text', type: 'chars' }],
    ['COUNT', { source: 'text', type: 'words' }],
    ['REGEX', { source: 'text', regex_pattern: '7' }],
    ['CONTAINS', { source: 'text', value: 'row 1' }],
    ['COMBINE_COLUMNS', { sources: ['c0', 'c1'] }],
  ] as const
  for (const [index, [type, config]] of configs.entries()) await sheet.column(`c${index}`, type, config)
  const rates: number[] = []
  const queued: number[] = []
  const cpu = cpuSeconds(galley.pid)
  const rounds = 3
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const operation = await sheet.begin({ statuses: [] })
    queued.push(performance.now() - startedAt)
    await sheet.untilDone(operation.status_url, 20)
    rates.push((rows * configs.length * 1000) / (performance.now() - startedAt))
  }
  const microsecondsPerCell = ((cpuSeconds(galley.pid) - cpu) / rounds / rows / configs.length) * 1e6
  const rate = median(rates)
  const alone = await logging(galley, caller, sleep(quietLogging))
  const beside = await logging(
    galley,
    caller,
    sheet.begin({ statuses: [] }).then(({ status_url }) => sheet.untilDone(status_url, 20)),
  )
  return [
    {
      name: `recalculation of ${whole(rows)} x ${configs.length} cells`,
      text: `${whole(rate)} cells/s; ${microsecondsPerCell.toFixed(1)} µs of processors a cell, queued in ${whole(median(queued))} ms`,
      bars: [atLeast(100_000, rate)],
    },
    {
      name: 'a log call beside that recalculation',
      text: `p50 ${milliseconds(beside.p50)}, p99 ${milliseconds(beside.p99)}, max ${milliseconds(beside.max)} ms of ${beside.count}; alone p99 ${milliseconds(alone.p99)}`,
      bars: [under(20, beside.p99 - alone.p50)],
    },
  ]
}

/** Milliseconds of log calls without other work, and of the pause between two log calls. */
const quietLogging = 2_000
const betweenLogs = 5

/** Makes log calls in turn while another measure runs. */
async function logging({ url }: Galley, caller: Caller, until: Promise<unknown>) {
  const calls = logBodies.map((body) => ({ method: 'POST', url: url + logPath, body }))
  await caller.ask({ kind: 'begin', key: benchKey, calls, pause: betweenLogs })
  await until
  const times = await caller.ask({ kind: 'end' })
  times.sort((a, b) => a - b)
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    max: times.at(-1)!,
    count: times.length,
  }
}

const textColumns = Array.from({ length: 10 }, (_, index) => `t${index}`)

/** Makes a sheet of ten text columns and twenty computed ones, four levels deep. */
export async function wideSheet({ galley, rows }: Setting): Promise<BenchSheet> {
  const sheet = await importedSheet(galley, rows, textColumns)
  for (let index = 0; index < 20; index++) {
    const source = index < 5 ? 't0' : `c${index - 5}`
    await sheet.column(`c${index}`, 'COUNT', { source, type: 'chars' })
  }
  return sheet
}

/** Measures the edit of a text with twenty downstream cells, from the PATCH until all of them are fresh. */
export async function editing(sheet: BenchSheet, { galley, rows }: Setting): Promise<Figure[]> {
  const edits = 200
  const text = await sheet.columnId('t0')
  const times: number[] = []
  const patches: number[] = []
  const cpu = cpuSeconds(galley.pid)
  for (let edit = 0; edit < edits; edit++) {
    const index = Math.floor((edit / edits) * rows)
    const [row] = (await sheet.get(`/rows?start_row_index=${index}&limit=1`)).data
    const startedAt = performance.now()
    await sheet.call('PATCH', `${sheet.path}/cells/${row.cells[text].id}`, { value: 'x'.repeat(edit + 1) })
    patches.push(performance.now() - startedAt)
    const operation = await sheet.begin({ row_ids: [index] })
    await sheet.untilDone(operation.status_url, 1)
    times.push(performance.now() - startedAt)
  }
  const millisecondsPerEdit = ((cpuSeconds(galley.pid) - cpu) / edits) * 1000
  times.sort((a, b) => a - b)
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  return [
    {
      name: `one cell edited in ${whole(rows)} x 30, until all 20 downstream are fresh`,
      text: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)} ms; PATCH alone ${milliseconds(median(patches))}; ${milliseconds(millisecondsPerEdit)} ms of processors`,
      bars: [under(50, p99)],
    },
  ]
}

/**
 * Measures pages of 100 rows at random positions. The bar is the server's time until the last byte; the pages
 * are parsed afterwards.
 */
export async function paging(sheet: BenchSheet, { galley, caller, rows }: Setting): Promise<Figure[]> {
  const reads = 200
  const count = Math.min(100, rows)
  const pages = Array.from({ length: reads }, (_, read) => {
    const index = Math.floor((((read * 0.618) % 1) + 1e-9) * Math.max(1, rows - count))
    return `/rows?start_row_index=${index}&limit=${count}`
  })
  const parsed: number[] = []
  const cpu = cpuSeconds(galley.pid)
  const calls = pages.map((page) => ({ method: 'GET', url: galley.url + sheet.path + page }))
  const times = await caller.ask({ kind: 'each', key: benchKey, calls })
  const millisecondsPerRead = ((cpuSeconds(galley.pid) - cpu) / reads) * 1000
  for (const page of pages) {
    const startedAt = performance.now()
    const { data } = await sheet.get(page)
    parsed.push(performance.now() - startedAt)
    if (data.length !== count) throw new Error('A page is not full.')
  }
  times.sort((a, b) => a - b)
  parsed.sort((a, b) => a - b)
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  const [p50Parsed, p99Parsed] = [percentile(parsed, 0.5), percentile(parsed, 0.99)]
  return [
    {
      name: `page of ${count} rows x 30 columns, anywhere, until its last byte`,
      text: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)} ms; parsed by its caller too p50 ${milliseconds(p50Parsed)}, p99 ${milliseconds(p99Parsed)} ms; ${milliseconds(millisecondsPerRead)} ms of processors`,
      bars: [under(30, p99)],
    },
  ]
}

/** A column that sends each row's text to `model`. */
export const promptColumn = (model: string) => ({
  inline_template: {
    inline: true,
    prompt_template: {
      type: 'chat',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What is this? {text}' }] }],
      input_variables: ['text'],
    },
    metadata: { model: { provider: 'openai', name: model, parameters: {} } },
  },
  prompt_template_variable_mappings: { text: 'text' },
})

/**
 * Measures answers that take 100 ms each, from a provider that serves 100 calls at the same time. In the
 * ideal case all of its slots are always in use.
 */
export async function asking({ galley, provider, rows }: Setting): Promise<Figure[]> {
  const cells = Math.min(rows, 10_000)
  const sheet = await importedSheet(galley, cells, ['text'])
  await provider.ask({ milliseconds: 100, slots: 100 })
  const cpu = cpuSeconds(galley.pid)
  const from = Date.now()
  const startedAt = performance.now()
  await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('gpt-4o-mini'), 20)
  const seconds = (performance.now() - startedAt) / 1000
  const millisecondsPerCell = ((cpuSeconds(galley.pid) - cpu) / cells) * 1000
  const until = Date.now()
  const { answered, used, span } = await provider.ask({ milliseconds: 100, slots: 100 })
  const ideal = (cells / 100) * 0.1
  const share = ideal / seconds
  const { status_counts: counts } = await sheet.get('/status-counts')
  if (counts.COMPLETED !== cells) throw new Error(`Not all cells are there: ${JSON.stringify(counts)}`)
  return [
    {
      name: `${whole(cells)} cells of a model, 100 ms each, 100 at once`,
      text: `${seconds.toFixed(1)} s, ${share.toFixed(2)} of the ideal (the provider's slots in use: ${used.toFixed(2)}, ${answered - cells} calls too many; the first after ${whole(span[0] - from)} ms, the last ${whole(until - span[1])} ms before the end); ${millisecondsPerCell.toFixed(2)} ms of processors a cell`,
      bars: [atLeast(0.95, share)],
    },
  ]
}
