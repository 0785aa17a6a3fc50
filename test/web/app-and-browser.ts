import { after, before } from 'node:test'
import type { Browser } from '@playwright/test'
import { startApp, type TestApp } from '../kit/app.ts'
import { openBrowser } from './browser.ts'

/** For the tests of the suite, or of the file, that this is called in. */
export function startAppAndBrowser(
  take: (started: { readonly app: TestApp; readonly browser: Browser }) => void,
): void {
  let app: TestApp | undefined
  let browser: Browser | undefined
  before(async () => {
    app = await startApp()
    browser = await openBrowser()
    take({ app, browser })
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })
}
