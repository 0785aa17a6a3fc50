import type { Page } from '@playwright/test'
import { type Figure, under } from '../report.ts'
import { openRequests } from '../requests/open-requests.ts'
import { median } from '../statistics.ts'
import { openWeb } from './open-web.ts'
import { figure, heapMegabytes, millisecondsUntil, scrolled, scrollFigures } from './page-figures.ts'
import type { Size } from './size.ts'

const visits = 5

/** Opens, filters and scrolls the request log at full size. */
export async function measureRequests({ requests, data }: Size): Promise<Figure[]> {
  const web = await openWeb(await openRequests({ engine: 'sqlite', seed: 1, count: requests, root: data }))
  try {
    const [first, charts]: [number[], number[]] = [[], []]
    for (let visit = 0; visit < visits; visit++) {
      const context = await web.visit()
      const page = await context.newPage()
      await page.goto('/requests', { waitUntil: 'commit' })
      first.push(await millisecondsUntil(page, "document.querySelector('[data-request]')"))
      charts.push(
        await millisecondsUntil(page, "document.querySelectorAll('[role=img] canvas').length === 3"),
      )
      await context.close()
    }
    const context = await web.visit()
    const page = await context.newPage()
    await page.goto('/requests')
    await page.locator('[data-request]').first().waitFor()
    const narrowed = []
    for (const view of ['Slow', 'All sources', 'Errors and warnings', 'All sources', 'Slow'])
      narrowed.push(await narrow(page, view))
    await page.getByRole('button', { name: 'All sources', exact: true }).click()
    await page.locator('[role=table]:not([aria-busy=true]) [data-request]').first().waitFor()
    const devtools = await context.newCDPSession(page)
    const down = await scrolled(page, devtools, { yDistance: -20_000 })
    const heap = await heapMegabytes(devtools)
    await context.close()
    const subject = `${requests.toLocaleString('en')} requests, median of ${visits} first visits`
    return [
      figure(`first rows of ${subject}`, median(first), 'ms', [under(1_000, median(first))]),
      figure('its charts', median(charts), 'ms'),
      figure('another view, the slowest of 5', Math.max(...narrowed), 'ms'),
      ...scrollFigures('down its list, which grows', down),
      figure('heap after it', heap, 'MB'),
    ]
  } finally {
    await web.close()
  }
}

/** Milliseconds from choosing a view until its rows are shown. */
const narrow = (page: Page, view: string): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    const from = performance.now()
    const button = [...document.querySelectorAll('nav[aria-label=Views] button')]
      .find((one) => one.textContent === '${view}')
    button.click()
    const look = () =>
      button.getAttribute('aria-current') === 'true' &&
      document.querySelector('[role=table]:not([aria-busy=true]) [data-request]')
        ? done(performance.now() - from)
        : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })`)
