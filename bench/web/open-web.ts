import type { BrowserContext } from '@playwright/test'
import { Visitor } from '../../test/journeys/support/browser-api.ts'
import { openBrowser } from '../../test/web/browser.ts'
import { ada, carryOver } from '../../test/web/sign-in.ts'
import { type Engine, openEngine } from '../engines.ts'
import { benchKey, startGalley } from '../galley.ts'

export interface Web {
  /** Opens a new browser context in which Ada is signed in. */
  visit(): Promise<BrowserContext>
  // biome-ignore lint/suspicious/noExplicitAny: the bench reads any JSON answer.
  call(method: string, path: string, body?: unknown): Promise<any>
  close(): Promise<void>
}

/** Starts the built web app, the real server, and a browser. */
export async function openWeb(existing?: Engine): Promise<Web> {
  await import('../../scripts/build-web.ts')
  const engine = existing ?? (await openEngine('sqlite'))
  const galley = await startGalley(engine)
  const browser = await openBrowser()
  const server = { baseUrl: galley.url }
  const visitor = new Visitor(server)
  const code = /setup#([\w-]+)/.exec(galley.output())?.[1]
  const answer = await visitor.send('POST', '/setup', { code, ...ada })
  if (answer.status >= 300) throw new Error(`Nobody could sign in: ${JSON.stringify(answer.body)}`)
  return {
    async visit() {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        baseURL: galley.url,
      })
      await carryOver(visitor, context, server)
      return context
    },
    async call(method, path, body) {
      const response = await fetch(galley.url + path, {
        method,
        headers: {
          'X-API-KEY': benchKey,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    async close() {
      await browser.close()
      await galley.stop()
      await engine.remove()
    },
  }
}
