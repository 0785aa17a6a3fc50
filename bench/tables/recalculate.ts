import { setTimeout as sleep } from 'node:timers/promises'
import { readProviderEnvironment } from '../../src/server/model/index.ts'
import { startFakeModels } from '../../test/fake-models/index.ts'
import { promptColumn } from '../../test/journeys/support/prompt-columns.ts'
import { begin } from '../../test/journeys/support/runs.ts'
import { done, emptySheet, type SheetClient } from '../../test/journeys/support/tables.ts'
import { startApp, type TestApp } from '../../test/kit/app.ts'

/** `npm run bench -- tables [rows]`: runs of sheets, end to end. */
export async function benchTables([size = '100000']: string[]): Promise<void> {
  const rows = Number(size)
  await recalculation(rows)
  await editing(rows)
  await asking(Math.min(rows, 10_000))
}

/** Every cell of five columns that cost nothing, from the call until the last one is stored. */
async function recalculation(rows: number) {
  const app = await startApp()
  const sheet = await filled(app, rows)
  const configs = [
    ['COUNT', { source: 'text', type: 'chars' }],
    ['COUNT', { source: 'text', type: 'words' }],
    ['REGEX', { source: 'text', regex_pattern: '7' }],
    ['CONTAINS', { source: 'text', value: 'row 1' }],
    ['COMBINE_COLUMNS', { sources: ['c0', 'c1'] }],
  ] as const
  for (const [at, [type, config]] of configs.entries()) await sheet.column(`c${at}`, type, config)
  await quiet(sheet)
  for (const round of [1, 2]) {
    const began = performance.now()
    const busy = process.cpuUsage()
    const operation = await begin(sheet, { statuses: [] })
    const queued = performance.now() - began
    await quiet(sheet, operation.status_url)
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(busy)
    const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
    console.log(
      `recalculation ${round}: ${rows} x 5 cells in ${seconds.toFixed(2)} s (queued in ${(queued / 1000).toFixed(2)} s), ` +
        `${Math.round((rows * 5) / seconds)} cells/s, ${((user + system) / 1e6).toFixed(1)} s of processors, ${memory} MB`,
    )
  }
  await app.close()
}

/** One text of 29 that follow: from its PATCH until all of them are fresh. */
async function editing(rows: number) {
  const app = await startApp()
  const sheet = await filled(app, rows)
  let source = 'text'
  for (let at = 0; at < 28; at++) {
    await sheet.column(`c${at}`, 'COUNT', { source: at % 4 === 0 ? 'text' : source, type: 'chars' })
    source = `c${at}`
    await quiet(sheet)
  }
  const [text] = await sheet.columns()
  const times: number[] = []
  for (let edit = 0; edit < 100; edit++) {
    const index = Math.floor((edit / 100) * rows)
    const [row] = done(await sheet.api.get(`${sheet.path}/rows?start_row_index=${index}&limit=1`), 200).data
    const began = performance.now()
    done(
      await sheet.api.patch(`${sheet.path}/cells/${row.cells[text.id].id}`, { value: 'x'.repeat(edit + 1) }),
      200,
    )
    const operation = await begin(sheet, { row_ids: [index] })
    await quiet(sheet, operation.status_url, 1)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  console.log(
    `one edited cell in ${rows} x 30: median ${times[50]!.toFixed(1)} ms, p99 ${times[98]!.toFixed(1)} ms until all is fresh`,
  )
  await app.close()
}

/** Answers that take 100 ms each, 100 at a time: how near the run comes to that. */
async function asking(rows: number) {
  const fake = await startFakeModels({
    script: ({ text }) => ({ text: `said ${text}`, pace: { first: 100 } }),
    keep: 10,
  })
  const app = await startApp({}, { providers: readProviderEnvironment(fake.environment()) })
  const sheet = await filled(app, rows)
  const began = performance.now()
  const busy = process.threadCpuUsage()
  await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
  await quiet(sheet)
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.threadCpuUsage(busy)
  const ideal = rows / 100 / 10
  console.log(
    `${rows} cells of 100 ms: ${seconds.toFixed(1)} s, ${(ideal / seconds).toFixed(2)} of the ideal at 100 at a time, ` +
      `${((user + system) / 1000 / rows).toFixed(2)} ms of the main thread for each, the provider's part included`,
  )
  await app.close()
  await fake.close()
}

async function filled(app: TestApp, rows: number): Promise<SheetClient> {
  const sheet = await emptySheet(app.api)
  const text = await sheet.column('text')
  for (let start = 0; start < rows; start += 100) {
    const count = Math.min(100, rows - start)
    await sheet.add(
      Array.from({ length: count }, (_, at) => ({ [text.id]: `the text of row ${start + at}` })),
    )
  }
  return sheet
}

async function quiet(sheet: SheetClient, operation?: string, pause = 20) {
  for (;;) {
    if (operation) {
      const { status } = done(await sheet.api.get(operation), 200).operation
      if (status === 'completed') return
    } else {
      const { active_operations: active } = done(await sheet.api.get(`${sheet.path}/operations`), 200)
      if (active.length === 0) return
    }
    await sleep(pause)
  }
}
