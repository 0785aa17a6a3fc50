import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Figure, under } from '../report.ts'
import { median, percentile } from '../statistics.ts'
import type { Web } from './open-web.ts'
import { figure, heapMegabytes, scrolled, scrollFigures } from './page-figures.ts'
import type { Size } from './size.ts'

const columnCount = 49
const rowHeight = 32
const rowsInSteps = 100
const visits = 5

/** Opens a sheet of 50 columns, one of them computed, moves through it by keys, and scrolls it. */
export async function measureSheet(web: Web, { rows }: Size): Promise<Figure[]> {
  const table = await fill(web, rows)
  const subject = `${rows.toLocaleString('en')} x ${columnCount + 1}`
  const first: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    const context = await web.visit()
    first.push(await openSheet(await context.newPage(), table))
    await context.close()
  }
  const context = await web.visit()
  const page = await context.newPage()
  await openSheet(page, table)
  const devtools = await context.newCDPSession(page)
  const keys = await keysToPaint(page)
  const down = await scrolled(page, devtools, { yDistance: -20_000 })
  const right = await scrolled(page, devtools, { xDistance: -6_000 })
  const before = await heapMegabytes(devtools)
  const cells = await scrollThroughRows(page, rows)
  const after = await heapMegabytes(devtools)
  await context.close()
  const slowest = Math.max(...first)
  return [
    figure(`first cell of ${subject}, median of ${visits} first visits`, median(first), 'ms', [
      under(1_000, median(first)),
    ]),
    figure('the slowest of them', slowest, 'ms'),
    figure('key press to paint, median of 200', percentile(keys, 0.5), 'ms'),
    figure('key press to paint, 95 of 100', percentile(keys, 0.95), 'ms', [
      under(100, percentile(keys, 0.95)),
    ]),
    ...scrollFigures('down', down),
    ...scrollFigures('sideways', right),
    figure('heap before scrolling through the whole sheet', before, 'MB'),
    figure('heap after it', after, 'MB', [under(150, after)]),
    figure('cells in the page after it', cells, 'cells'),
  ]
}

async function fill(web: Web, rows: number): Promise<string> {
  const titles = Array.from({ length: columnCount }, (_none, column) => `column ${column}`)
  const lines = Array.from({ length: rows }, (_none, row) =>
    titles.map((_title, column) => `r${row} c${column}`).join(),
  )
  const content = Buffer.from(`${titles.join()}\n${lines.join('\n')}\n`).toString('base64')
  const tables = '/api/public/v2/tables'
  const { table } = await web.call('POST', tables, { title: 'Wide and long', create_default_sheet: false })
  const source = { type: 'file', file_name: 'bench.csv', file_content_base64: content }
  const path = `${tables}/${table.id}/sheets`
  const { operation_id } = await web.call('POST', path, { source })
  for (;;) {
    const { operation } = await web.call('GET', `${path}/operations/${operation_id}`)
    if (operation.status === 'failed') throw new Error(operation.error_message)
    if (operation.status === 'completed') break
    await sleep(100)
  }
  const [sheet] = (await web.call('GET', path)).data
  const config = { source: 'column 0', type: 'chars' }
  await web.call('POST', `${path}/${sheet.id}/columns`, { title: 'length', type: 'COUNT', config })
  for (;;) {
    const { pending_count } = await web.call('GET', `${path}/${sheet.id}/operations`)
    if (pending_count === 0) return table.id
    await sleep(200)
  }
}

/** Milliseconds from the navigation until the first cell is readable. */
async function openSheet(page: Page, table: string): Promise<number> {
  await page.goto(`/tables/${table}`, { waitUntil: 'commit' })
  return page.evaluate<number>(`new Promise((done) => {
    const look = () =>
      document.querySelector('[data-row="0"][data-column="0"]')?.textContent === 'r0 c0'
        ? done(performance.now())
        : requestAnimationFrame(look)
    look()
  })`)
}

/** Milliseconds of each key in ascending order: arrows with and without Shift, in all directions. */
async function keysToPaint(page: Page): Promise<number[]> {
  await page.getByRole('grid').focus()
  await page.evaluate(`
    window.painted = []
    addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => window.painted.push(performance.now() - timeStamp)
      port2.postMessage(null)
    }), true)
  `)
  const keys = ['ArrowDown', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowRight', 'PageDown', 'ArrowLeft']
  for (let press = 0; press < 200; press++) {
    await page.keyboard.press(keys[press % keys.length]!)
    await sleep(20)
  }
  const times = (await page.evaluate('window.painted')) as number[]
  return times.sort((a, b) => a - b)
}

/** Stops at every hundredth row until it is shown; returns the number of cells in the page. */
async function scrollThroughRows(page: Page, rows: number): Promise<number> {
  await page.evaluate(`(async () => {
    const grid = document.querySelector('[role=grid]')
    grid.scrollLeft = 0
    for (let row = 0; row < ${rows}; row += ${rowsInSteps}) {
      grid.scrollTop = row * ${rowHeight}
      const text = 'r' + row + ' c0'
      while (document.querySelector('[data-row="' + row + '"][data-column="0"]')?.textContent !== text)
        await new Promise((done) => requestAnimationFrame(done))
    }
  })()`)
  return page.getByRole('gridcell').count()
}
