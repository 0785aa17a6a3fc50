import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Visitor } from '../journeys/support/browser-api.ts'
import type { TestApp } from '../kit/app.ts'
import { installedBrowser } from './installed-browser.ts'
import { carryOver, visitAsAda } from './sign-in.ts'

const size = { width: 1440, height: 900 }

export const openBrowser = (): Promise<Browser> => {
  const executablePath = installedBrowser()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
}

/** A page with its faults: exceptions, console messages, requests to other hosts. */
export interface Watched {
  readonly page: Page
  readonly complaints: string[]
}

type Theme = 'light' | 'dark'

export interface TabOptions {
  readonly theme?: Theme
  /** Complaints that are part of the test, such as refused calls, which the browser logs. */
  readonly expects?: RegExp
}

/** Opens a page in a context of its own. */
export async function openPage(
  browser: Browser,
  app: TestApp,
  theme: Theme = 'light',
  /** The signed-in person; null: nobody is signed in. */
  visitor: Visitor | null | 'ada' = 'ada',
): Promise<Watched> {
  const context = await openContext(browser, app, theme)
  const person = visitor === 'ada' ? await visitAsAda(app) : visitor
  if (person) await carryOver(person, context, app)
  return watched(await context.newPage(), app)
}

const shared = new WeakMap<Browser, Partial<Record<Theme, BrowserContext>>>()

/**
 * Opens Ada's next tab in a context that the tests of a file share. The app is loaded and compiled in it, so
 * that a page takes half the processor time of one in a context of its own. Earlier tabs are closed, and
 * their storage is cleared.
 */
export async function openTab(
  browser: Browser,
  app: TestApp,
  { theme = 'light', expects }: TabOptions = {},
): Promise<Watched> {
  const contexts = shared.get(browser)
  const context = contexts?.[theme] ?? (await openContext(browser, app, theme))
  shared.set(browser, { ...contexts, [theme]: context })
  await carryOver(await visitAsAda(app), context, app)
  const earlier = context.pages()
  const page = await context.newPage()
  for (const tab of earlier) await tab.close()
  const tools = await context.newCDPSession(page)
  await tools.send('Storage.clearDataForOrigin', { origin: app.baseUrl, storageTypes: 'local_storage' })
  await tools.detach()
  return watched(page, app, expects)
}

/** Closes the pages of a browser, so that the tests of another app can use it. */
export async function closeContexts(browser: Browser): Promise<void> {
  shared.delete(browser)
  for (const context of browser.contexts()) await context.close()
}

async function openContext(browser: Browser, app: TestApp, theme: Theme): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    baseURL: app.baseUrl,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return context
}

function watched(page: Page, app: TestApp, expects?: RegExp): Watched {
  const complaints: string[] = []
  const complain = (complaint: string) => {
    if (!expects?.test(complaint)) complaints.push(complaint)
  }
  page.on('pageerror', (error) => complain(`threw ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`logged ${message.text()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== app.baseUrl && !request.url().startsWith('data:'))
      complain(`asked ${request.url()}`)
  })
  return { page, complaints }
}
