import { after, before } from 'node:test'
import type { Browser } from '@playwright/test'
import { type RunWorld, startRunWorld } from '../journeys/support/running.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { closeContexts, openBrowser } from './browser.ts'

type Started<T> = T & { readonly browser: Browser }

/** The suites of a process use one browser after each other; starting it takes 0.7 s of processor time. */
let shared: Browser | undefined
after(() => shared?.close())

async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await openBrowser()
  return shared
}

/** Starts an app for the tests of the suite, or of the file, in which this is called, and gives them a browser. */
export const startAppAndBrowser = (take: (started: Started<{ readonly app: TestApp }>) => unknown): void =>
  withBrowser(async () => {
    const app = await startApp()
    return { value: { app }, close: () => app.close() }
  }, take)

/** As `startAppAndBrowser`, with an app that calls models. */
export const startWorldAndBrowser = (
  take: (started: Started<{ readonly world: RunWorld }>) => unknown,
): void =>
  withBrowser(async () => {
    const world = await startRunWorld()
    return { value: { world }, close: () => world.close() }
  }, take)

function withBrowser<T extends object>(
  start: () => Promise<{ readonly value: T; readonly close: () => Promise<unknown> }>,
  take: (started: Started<T>) => unknown,
): void {
  const open: (() => Promise<unknown>)[] = []
  before(async () => {
    const { value, close } = await start()
    open.unshift(close)
    const browser = await sharedBrowser()
    open.unshift(() => closeContexts(browser))
    await take({ ...value, browser })
  })
  after(async () => {
    for (const close of open) await close()
  })
}
