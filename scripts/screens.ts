import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBrowser, openPage } from '../test/web/browser.ts'
import { screens, shown } from '../test/web/screens/screens.ts'
import { startStory } from '../test/web/screens/story.ts'

/** Milliseconds for parts that appear shortly after the awaited text. */
const settleMilliseconds = 700
const timeoutMilliseconds = 8_000

/** Takes pictures of every screen whose name contains `namePart`, with its popups, in both themes. */
export async function pictureEveryScreen(folder: string, namePart = ''): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const story = await startStory({ tickets: 200, requests: 600 })
  const browser = await openBrowser()
  const { page: inside } = await openPage(browser, story.app)
  const { page: outside } = await openPage(browser, story.app, 'light', null)
  for (const page of [inside, outside]) {
    page.setDefaultTimeout(timeoutMilliseconds)
    // A page with unsaved changes asks before it is left.
    page.on('dialog', (dialog) => void dialog.accept())
  }
  for (const screen of screens.filter(({ name }) => name.includes(namePart))) {
    const page = screen.isEntrance ? outside : inside
    for (const popup of [null, ...(screen.popups ?? [])]) {
      const name = popup ? `${screen.name}-${popup.name.replaceAll(/\W+/g, '-')}` : screen.name
      await page.goto(screen.address(story))
      try {
        await shown(page, screen)
        await popup?.open(page)
      } catch (error) {
        process.exitCode = 1
        console.error(`${name} could not be shown:`, error)
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await sleep(settleMilliseconds)
        await page.screenshot({ path: `${folder}/${name}.${colorScheme}.png` })
      }
      console.log(name)
    }
  }
  await browser.close()
  await story.close()
}
