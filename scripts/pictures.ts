/**
 * `npm run pictures` takes the pictures of the README and of docs/design.md, of the seeded support desk in a
 * browser. `npm run pictures -- FOLDER [NAME]` takes pictures of every screen, or of the screens with the
 * name, in both themes.
 */
import { mkdirSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { makeTickets, Random } from '../src/server/sample/content/index.ts'
import { echo } from '../test/fake-models/index.ts'
import { supportDesk } from '../test/fake-models/support-desk.ts'
import { startRunWorld } from '../test/journeys/support/running.ts'
import type { TestApp } from '../test/kit/app.ts'
import { openBrowser, openPage } from '../test/web/browser.ts'
import { startDevelopmentServer } from '../test/web/development-server.ts'
import { pictureEveryScreen } from './screens.ts'
import { createEvaluation, run, score } from './seed/evaluation.ts'
import { Galley } from './seed/galley.ts'
import { logHistory, publishPrompts, storeTraces } from './seed/send.ts'

const folder = 'docs/pictures'
/** Milliseconds for parts that appear shortly after the awaited text. */
const settleMilliseconds = 1_500

const [screensFolder, name] = process.argv.slice(2)
await import('./build-web.ts')
if (screensFolder) await pictureEveryScreen(screensFolder, name)
else await pictureStory()

async function pictureStory(): Promise<void> {
  const world = await startRunWorld()
  world.fake.answerWith((question) => supportDesk(question) ?? echo(question))
  const galley = new Galley(world.app.baseUrl, world.app.key)
  const random = new Random(20)
  const tickets = makeTickets(random, 200)
  await publishPrompts(galley)
  await logHistory(galley, random, tickets, 600, Date.now())
  const trace = await storeTraces(galley, Date.now())
  const browser = await openBrowser()
  mkdirSync(folder, { recursive: true })
  await picture(browser, world.app, 'requests', 'dark', '/requests', 'Requests')
  const { spans } = await galley.get(`/api/public/v2/traces/${trace}`)
  const answer = `/traces/${trace}?span=${spans.at(-1).context.span_id}`
  await picture(browser, world.app, 'trace', 'light', answer, 'Critical path')
  const { items } = await galley.get('/prompt-templates?page=1&per_page=10&name=triage')
  await picture(
    browser,
    world.app,
    'prompt',
    'light',
    `/prompts/${items[0].id}?tab=compare`,
    items[0].prompt_name,
  )
  const { table, path } = await createEvaluation(galley, tickets)
  await run(galley, path, {})
  await score(galley, path)
  // Shows a computed cell with its details beside the grid.
  await picture(browser, world.app, 'sheet', 'light', `/tables/${table}`, 'ticket', [
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'Space',
  ])
  await pictureDesign(browser, world.app)
  await browser.close()
  await world.close()
}

/** Takes the page of `npm run web` that shows every part of the design. */
async function pictureDesign(browser: Browser, app: TestApp): Promise<void> {
  const development = await startDevelopmentServer(app)
  for (const theme of ['light', 'dark'] as const) {
    const { page } = await openPage(browser, app, theme)
    await page.setViewportSize({ width: 1440, height: 1500 })
    await page.goto(`${development.origin}/design`)
    await page.getByRole('heading', { name: 'Key figures' }).waitFor()
    await page.waitForTimeout(settleMilliseconds)
    await page.screenshot({ path: `${folder}/design-${theme}.png` })
    console.log(`${folder}/design-${theme}.png`)
  }
  await development.close()
}

async function picture(
  browser: Browser,
  app: TestApp,
  name: string,
  theme: 'light' | 'dark',
  address: string,
  words: string,
  keys: readonly string[] = [],
): Promise<void> {
  const { page } = await openPage(browser, app, theme)
  await page.goto(address)
  await page.getByText(words).first().waitFor()
  await page.waitForTimeout(settleMilliseconds)
  if (keys.length > 0) await page.getByRole('grid').focus()
  for (const key of keys) await page.keyboard.press(key)
  await page.waitForTimeout(settleMilliseconds)
  await page.screenshot({ path: `${folder}/${name}.png` })
  console.log(`${folder}/${name}.png`)
}
