import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page, Request } from '@playwright/test'
import { assertBothThemes, assertPopup, popup } from '../accessible.ts'
import { openBrowser, openPage } from '../browser.ts'
import { type Screen, screens, shown } from './screens.ts'
import { type Story, startStory } from './story.ts'

/** Selects visible buttons that open popups and are not in a popup. */
const openers = 'main [aria-haspopup]:not([disabled]):visible'

/**
 * Whether a console message is a fault. The browser logs aborted requests, by which the tests make screens
 * show their error.
 */
const isUnexpected = (complaint: string): boolean => !complaint.includes('ERR_FAILED')

/**
 * The first word of a control's name. Of many controls with the same first word (the menu of each row or
 * version) only one is opened.
 */
const kindOf = (name: string): string => name.trim().split(/\s/)[0]!

const openPopups = (page: Page): Promise<number> => page.locator(popup).locator('visible=true').count()

/** A small screen without the frame of the app. Going there ends popups and states of the previous screen. */
const nowhere = { address: '/join', ready: 'The link is incomplete' }

interface Router {
  navigate(to: { href: string }): Promise<void>
}

/**
 * Follows a link within the app. A page load would cost 0.5 s and run axe uncompiled, which takes twice as
 * long.
 */
const follow = (page: Page, href: string): Promise<void> =>
  page.evaluate((to) => {
    // Not awaited: a page with unsaved changes asks before it is left.
    void (globalThis as never as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href: to })
  }, href)

/**
 * Returns a function that waits until the requests are answered and drawn: a list is dim while another is
 * fetched, and a popup opens in two frames.
 */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const twoFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
  return async () => {
    do {
      while (open.size > 0) await setTimeout(10)
      await page.evaluate(twoFrames)
    } while (open.size > 0)
  }
}

const routes = [...new Set(screens.map(({ route }) => route))]

/** Index of the first route of the second file. Two files run in parallel, and both take equally long. */
const secondShare = routes.indexOf('/tables')
const shareOf = ({ route }: Screen): number => (routes.indexOf(route) < secondShare ? 1 : 2)

export function everyScreen(share: number): void {
  describe(`every screen, share ${share} of 2`, () => {
    let story: Story
    let browser: Browser
    let inside: Page
    let outside: Page
    let complaints: readonly string[]
    let untilIdle: () => Promise<void>
    /** Buttons that were pressed, by route. */
    const opened = new Set<string>()
    before(async () => {
      story = await startStory({ tickets: 8, requests: 24 })
      browser = await openBrowser()
      ;({ page: inside, complaints } = await openPage(browser, story.app))
      untilIdle = watchRequests(inside)
      await inside.goto('/prompts')
      outside = (await openPage(browser, story.app, 'light', null)).page
    })
    after(async () => {
      await browser?.close()
      await story?.close()
    })

    const visit = async (screen: Screen): Promise<Page> => {
      const page = screen.isEntrance ? outside : inside
      if (screen.isEntrance) await page.goto(screen.address(story))
      else {
        await follow(page, nowhere.address)
        // A popup may have left unsaved changes on the screen before.
        const leave = page
          .getByRole('dialog', { name: 'Leave without saving?' })
          .getByRole('button', { name: 'Discard changes' })
        await page.getByText(nowhere.ready).or(leave).waitFor()
        if (await leave.isVisible()) await leave.click()
        await page.getByText(nowhere.ready).waitFor()
        await follow(page, screen.address(story))
      }
      await shown(page, screen)
      await untilIdle()
      // Parts of a screen scroll. If the page itself did, focus or Run could move its header out of view.
      const excess = await page.evaluate('document.documentElement.scrollHeight - innerHeight')
      assert.equal(excess, 0, `the page of ${screen.name} scrolls`)
      return page
    }

    it('has an entry in test/web/screens/screens.ts', async () => {
      const known = await inside.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)')
      assert.deepEqual(known.toSorted(), routes.toSorted())
    })

    for (const screen of screens.filter((screen) => shareOf(screen) === share))
      it(`has no fault that axe finds, popups open, in both themes: ${screen.name}`, async () => {
        const page = await visit(screen)
        await assertBothThemes(page)
        for (let index = 0; index < (await page.locator(openers).count()); index++) {
          const opener = page.locator(openers).nth(index)
          const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent())
          const key = `${screen.route} ${kindOf(name ?? '')}`
          if (opened.has(key)) continue
          opened.add(key)
          await opener.click()
          await page.locator(popup).locator('visible=true').first().waitFor()
          await untilIdle()
          await assertPopup(page)
          await page.keyboard.press('Escape')
          await page.locator('[role=menu]:visible, [role=listbox]:visible').waitFor({ state: 'detached' })
        }
        for (const { open } of screen.popups ?? []) {
          await visit(screen)
          const before = await openPopups(page)
          await open(page)
          await untilIdle()
          if ((await openPopups(page)) > before) await assertPopup(page)
          else await assertBothThemes(page)
        }
        assert.deepEqual(complaints.filter(isUnexpected), [])
      })
  })
}
