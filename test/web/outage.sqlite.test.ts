import { after, describe, it } from 'node:test'
import type { Browser, Page } from '@playwright/test'
import { ofSuite } from '../kit/of-suite.ts'
import { openBrowser, openTab } from './browser.ts'
import { startStory } from './screens/story.ts'

interface Part {
  readonly room: string
  readonly address: string
  readonly ready: string
  /** Names of the buttons and menu items that lead to the part. */
  readonly presses: readonly (string | RegExp)[]
  /** The role and the name of the part. */
  readonly part: readonly ['dialog' | 'complementary' | 'region' | 'tree', string | RegExp]
}

const parts: readonly Part[] = [
  {
    room: 'requests',
    address: '/requests',
    ready: 'Production: without playground and evaluations',
    presses: ['Add to table'],
    part: ['dialog', 'Add to table'],
  },
  {
    room: 'traces',
    address: '/traces',
    ready: 'Duration',
    presses: ['Filter'],
    part: ['dialog', /ilter/],
  },
  {
    room: 'runs',
    address: '/tables/TABLE',
    ready: 'Overall score',
    presses: ['Run'],
    part: ['dialog', /^Run/],
  },
  {
    room: 'sheet-files',
    address: '/tables/TABLE',
    ready: 'Overall score',
    presses: ['More for this sheet', 'Import rows'],
    part: ['dialog', 'Import rows'],
  },
  {
    room: 'tables',
    address: '/tables/TABLE',
    ready: 'Overall score',
    presses: ['Column triage', 'Configure'],
    part: ['complementary', /triage/],
  },
]

/** A part whose script could not be loaded once must not stay broken until the page is reloaded. */
describe('parts of screens that are opened while the server cannot be reached', () => {
  const story = ofSuite(() => startStory({ tickets: 12, requests: 60 }))
  let browser: Browser | undefined
  after(() => browser?.close())

  const press = async (page: Page, name: string | RegExp) => {
    const button = page.getByRole('button', { name, exact: true }).first()
    const item = page.getByRole('menuitem', { name, exact: true }).first()
    await button.or(item).first().click()
  }

  for (const { room, address, ready, presses, part } of parts)
    it(`open once it answers: ${room}`, async () => {
      browser ??= await openBrowser()
      const { page } = await openTab(browser, story.app, { expects: /./ })
      await page.goto(address.replace('TABLE', String(story.table)), { waitUntil: 'networkidle' })
      await page.getByText(ready).first().waitFor()
      for (const name of presses.slice(0, -1)) await press(page, name)
      await page.context().setOffline(true)
      const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'))
      await press(page, presses.at(-1)!)
      await failed
      await page.context().setOffline(false)
      const [role, name] = part
      await page.getByRole(role, { name }).waitFor()
    })
})
