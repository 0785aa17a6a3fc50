import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { Browser, Page } from '@playwright/test'
import type { Visitor } from '../journeys/support/browser-api.ts'
import { type RunWorld, startRunWorld } from '../journeys/support/running.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { closeContexts, openBrowser, openPage, openTab, type TabOptions, type Watched } from './browser.ts'

type Started<T> = T & { readonly browser: Browser }

interface Tabs {
  /** Opens Ada's next tab at an address. The test fails if its page complains. */
  readonly openAt: (address: string, options?: TabOptions) => Promise<Page>
  /** Opens Ada's next tab, as `openTab` of `browser.ts` does. The test fails if its page complains. */
  readonly openTab: (options?: TabOptions) => Promise<Watched>
  /** Opens a page in a context of its own; the test looks at its complaints. */
  readonly openPage: (theme?: 'light' | 'dark', visitor?: Visitor | null | 'ada') => Promise<Watched>
}

/** The suites of a process use one browser, one suite after the other, because its start takes 0.7 s of processor time. */
let shared: Browser | undefined
after(() => shared?.close())

async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await openBrowser()
  return shared
}

/** Starts an app and a browser for the tests of the suite, or of the file, in which this is called. */
export const startAppAndBrowser = (onStart: (started: Started<{ readonly app: TestApp }>) => unknown): Tabs =>
  withBrowser(async () => {
    const app = await startApp()
    return { app, value: { app }, close: () => app.close() }
  }, onStart)

/** As `startAppAndBrowser`, with an app that calls models. */
export const startWorldAndBrowser = (
  onStart: (started: Started<{ readonly world: RunWorld }>) => unknown,
): Tabs =>
  withBrowser(async () => {
    const world = await startRunWorld()
    return { app: world.app, value: { world }, close: () => world.close() }
  }, onStart)

function withBrowser<T extends object>(
  start: () => Promise<{
    readonly app: TestApp
    readonly value: T
    readonly close: () => Promise<unknown>
  }>,
  onStart: (started: Started<T>) => unknown,
): Tabs {
  let app: TestApp
  let browser: Browser
  const complaints: string[][] = []
  const open: (() => Promise<unknown>)[] = []
  before(async () => {
    const started = await start()
    app = started.app
    open.unshift(started.close)
    browser = await sharedBrowser()
    open.unshift(() => closeContexts(browser))
    await onStart({ ...started.value, browser })
  })
  afterEach(() =>
    assert.deepEqual(
      complaints.flatMap((ofTab) => ofTab.splice(0)),
      [],
    ),
  )
  after(async () => {
    for (const close of open) await close()
  })
  const openNext = async (options?: TabOptions) => {
    const watched = await openTab(browser, app, options)
    complaints.push(watched.complaints)
    return watched
  }
  return {
    openAt: async (address, options) => {
      const { page } = await openNext(options)
      await page.goto(address)
      return page
    },
    openTab: openNext,
    openPage: (theme, visitor) => openPage(browser, app, theme, visitor),
  }
}
