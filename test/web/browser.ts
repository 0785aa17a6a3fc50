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

/** Faults of a page: exceptions, console messages, requests to other hosts. */
export interface Watched {
  readonly page: Page
  readonly complaints: string[]
}

export async function openPage(
  browser: Browser,
  app: TestApp,
  theme: 'light' | 'dark' = 'light',
  /** Null: not signed in. */
  visitor: Visitor | null | 'ada' = 'ada',
): Promise<Watched> {
  const context: BrowserContext = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    baseURL: app.baseUrl,
  })
  const person = visitor === 'ada' ? await visitAsAda(app) : visitor
  if (person) await carryOver(person, context, app)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`threw ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`logged ${message.text()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== app.baseUrl && !request.url().startsWith('data:'))
      complaints.push(`asked ${request.url()}`)
  })
  return { page, complaints }
}
