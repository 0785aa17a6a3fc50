import { randomBytes } from 'node:crypto'
import { type Figure, under } from '../report.ts'
import { median } from '../statistics.ts'
import type { Web } from './open-web.ts'
import { figure, heapMegabytes, millisecondsUntil, scrolled, scrollFigures } from './page-figures.ts'
import type { Size } from './size.ts'

const visits = 5
const spansPerCall = 1_000
/** The trace has a root, agent calls below the root, and this many steps below each agent call. */
const stepsOfCall = 99

/** Opens one very large trace: measures its first spans, all spans, and scrolling. */
export async function measureTrace(web: Web, { spans }: Size): Promise<Figure[]> {
  const trace = await store(web, spans)
  const [first, whole]: [number[], number[]] = [[], []]
  for (let visit = 0; visit < visits; visit++) {
    const context = await web.visit()
    const page = await context.newPage()
    await page.goto(`/traces/${trace}`, { waitUntil: 'commit' })
    first.push(await millisecondsUntil(page, "document.querySelector('[data-span]')"))
    whole.push(
      await millisecondsUntil(page, `document.querySelector('[aria-rowcount="${spans}"][role=treegrid]')`),
    )
    await context.close()
  }
  const context = await web.visit()
  const page = await context.newPage()
  await page.goto(`/traces/${trace}`)
  await page.locator(`[aria-rowcount="${spans}"]`).waitFor()
  const devtools = await context.newCDPSession(page)
  const down = await scrolled(page, devtools, { yDistance: -20_000 })
  const heap = await heapMegabytes(devtools)
  await context.close()
  const subject = `a trace of ${spans.toLocaleString('en')} spans, median of ${visits} first visits`
  return [
    figure(`first span of ${subject}`, median(first), 'ms', [under(1_000, median(first))]),
    figure('until all are in the tree', median(whole), 'ms'),
    ...scrollFigures('through its spans', down),
    figure('heap with all of them', heap, 'MB'),
  ]
}

async function store(web: Web, count: number): Promise<string> {
  const trace_id = randomBytes(16).toString('hex')
  const start = Date.now() - 3_600_000
  const idOf = (index: number) => (index + 1).toString(16).padStart(16, '0')
  const parentOf = (index: number) =>
    index === 0 ? null : (index - 1) % (stepsOfCall + 1) === 0 ? idOf(0) : idOf(callOf(index))
  const at = (milliseconds: number) => String(BigInt(start + milliseconds) * 1_000_000n)
  for (let from = 0; from < count; from += spansPerCall) {
    const indexes = Array.from(
      { length: Math.min(spansPerCall, count - from) },
      (_none, index) => from + index,
    )
    await web.call('POST', '/spans-bulk', {
      spans: indexes.map((index) => ({
        name: index === 0 ? 'agent' : `step ${index}`,
        context: { trace_id, span_id: idOf(index), trace_state: '' },
        kind: 'SpanKind.INTERNAL',
        parent_id: parentOf(index),
        start_time: at(index),
        end_time: at(index === 0 ? count : index + 50),
        status: { status_code: 'StatusCode.OK' },
        attributes: { 'step.number': index },
        resource: { attributes: { 'service.name': 'bench' }, schema_url: '' },
      })),
    })
  }
  return trace_id
}

const callOf = (index: number): number => index - ((index - 1) % (stepsOfCall + 1))
