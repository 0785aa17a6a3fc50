import type { CDPSession, Page } from '@playwright/test'
import { atLeast, type Figure } from '../report.ts'
import { percentile } from '../statistics.ts'

const pixelsPerSecond = 4_000

export const figure = (name: string, value: number, unit: string, bars: Figure['bars'] = []): Figure => ({
  name,
  value,
  unit,
  bars,
})

export interface Scrolled {
  readonly perSecond: number
  readonly p95: number
  readonly busy: number
}

export const scrollFigures = (screen: string, { perSecond, p95, busy }: Scrolled): Figure[] => [
  figure(`scrolling ${screen} at ${pixelsPerSecond} px/s`, perSecond, 'frames/s', [atLeast(45, perSecond)]),
  figure('95 of 100 of its frames take at most', p95, 'ms'),
  figure('processor time of its main thread meanwhile', busy, '%'),
]

/** Measures the frames during a gesture in the middle of the page. */
export async function scrolled(
  page: Page,
  devtools: CDPSession,
  gesture: { readonly xDistance?: number; readonly yDistance?: number },
): Promise<Scrolled> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyBefore = await busySeconds(devtools)
  await page.evaluate(`
    window.frames = []
    const note = (time) => { window.frames.push(time); window.noting = requestAnimationFrame(note) }
    requestAnimationFrame(note)
  `)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 800,
    y: 500,
    speed: pixelsPerSecond,
    gestureSourceType: 'mouse',
    ...gesture,
  })
  const times = (await page.evaluate('cancelAnimationFrame(window.noting), window.frames')) as number[]
  const frames = times.slice(1).map((time, index) => time - times[index]!)
  const whole = frames.reduce((sum, frame) => sum + frame, 0)
  const busy = ((await busySeconds(devtools)) - busyBefore) / (whole / 1_000)
  return {
    busy: busy * 100,
    perSecond: (frames.length * 1_000) / whole,
    p95: percentile(
      frames.toSorted((a, b) => a - b),
      0.95,
    ),
  }
}

/** Processor time of the page's main thread. Other processes hardly change it. */
async function busySeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}

export async function heapMegabytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

/** Milliseconds from the navigation until the page is ready. */
export const millisecondsUntil = (page: Page, condition: string): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    const look = () => (${condition} ? done(performance.now()) : requestAnimationFrame(look))
    look()
  })`)
