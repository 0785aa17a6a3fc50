import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Rules of axe that depend on the theme, because the theme changes only colours. */
const colours = ['color-contrast', 'link-in-text-block']

const all: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
}
const colourRules: RunOptions = { runOnly: { type: 'rule', values: colours } }
const hidingRules: RunOptions = {
  runOnly: {
    type: 'rule',
    values: ['aria-hidden-body', 'aria-hidden-focus', 'aria-valid-attr-value', 'duplicate-id-aria'],
  },
}

/** Selects elements that open above a page. */
export const popup = '[role=menu], [role=listbox], [role=dialog]'

/**
 * The part of the page that is tested: open dialogs with their lists, or the whole page without the list of
 * screens beside it.
 */
const reached = {
  include: `html:not(:has([role=dialog])), ${popup}`,
  exclude: 'nav[aria-label="Galley"]',
}

/**
 * Tests a state that a test has reached, in the page's theme. The suite of every screen tests each screen as
 * it opens, with its popups, so only other states need this.
 */
export const assertAccessible = (page: Page): Promise<void> => assertFaultless(page, all, reached)

/** Tests all rules in the current theme and colours in the other theme, which stays on. */
export async function assertBothThemes(page: Page): Promise<void> {
  await assertFaultless(page, all)
  await switchTheme(page)
  await assertFaultless(page, colourRules)
}

/**
 * Tests an open popup on a page that was tested before: all rules within the popup and, for a dialog, which
 * hides the page behind it, the rules of that page that hiding can break. Dialogs are tested in the other
 * theme too; menus and lists are in both themes on the page of the design.
 */
export async function assertPopup(page: Page): Promise<void> {
  if (await page.locator('[role=dialog]:visible').count()) {
    await assertFaultless(page, hidingRules)
    await assertPopupInBothThemes(page)
  } else await assertFaultless(page, all, popup)
}

export async function assertPopupInBothThemes(page: Page): Promise<void> {
  await assertFaultless(page, all, popup)
  await switchTheme(page)
  await assertFaultless(page, colourRules, popup)
}

async function switchTheme(page: Page): Promise<void> {
  const isDark = await page.evaluate<boolean>('document.documentElement.classList.contains("dark")')
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await page.locator(isDark ? 'html:not(.dark)' : 'html.dark').waitFor()
}

/**
 * Asserts that axe finds no violation of WCAG 2.2 AA on the whole page with its popups, or within a selector.
 */
async function assertFaultless(
  page: Page,
  rules: RunOptions,
  within: ElementContext = 'html',
): Promise<void> {
  const run = () =>
    page.evaluate<AxeResults | undefined, { options: RunOptions; within: ElementContext }>(
      ({ options, within: selector }) =>
        (globalThis as { axe?: typeof import('axe-core') }).axe?.run(selector, options),
      { options: { ...rules, resultTypes: ['violations'] }, within },
    )
  // Rows of an earlier answer are dim until the next answer arrives, so the test waits for it.
  await page
    .locator('[aria-busy=true][class*=opacity-60], [aria-busy=true] .opacity-60')
    .first()
    .waitFor({ state: 'detached' })
  let results = await run()
  if (!results) {
    await page.evaluate(source)
    results = await run()
  }
  const violations = results!.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`,
  )
  assert.deepEqual(violations, [])
}
