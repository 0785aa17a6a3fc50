import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Rules that depend on the theme, which changes colours only. */
const colours = ['color-contrast', 'link-in-text-block']

const all: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
}
const ofColours: RunOptions = { runOnly: { type: 'rule', values: colours } }
const allButColours: RunOptions = {
  ...all,
  rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])),
}

/** Elements that open above a page. */
export const popup = '[role=menu], [role=listbox], [role=dialog]'

/** In the page's theme: every screen and every part of the design is checked in both by a test of its own. */
export const assertAccessible = (page: Page): Promise<void> => assertFaultless(page, all)

/** All rules in the light theme and colours in the dark one, which stays on. */
export async function assertBothThemes(page: Page): Promise<void> {
  await inLight(page)
  await assertAccessible(page)
  await inDark(page)
  await assertFaultless(page, ofColours)
}

/**
 * The same with a popup open, on a page that was tested before. A dialog changes the page behind it, a menu or list does not.
 */
export async function assertPopupInBothThemes(page: Page): Promise<void> {
  await inLight(page)
  if (await page.locator('[role=dialog]:visible').count()) {
    await assertFaultless(page, allButColours)
    await assertFaultless(page, ofColours, popup)
  } else await assertFaultless(page, all, popup)
  await inDark(page)
  await assertFaultless(page, ofColours, popup)
}

async function inLight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html:not(.dark)').waitFor()
}

async function inDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html.dark').waitFor()
}

/** No violation of WCAG 2.2 AA found by axe, on the whole page with its popups, or within a selector. */
async function assertFaultless(page: Page, rules: RunOptions, within = 'html'): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source)
  const { violations } = await page.evaluate<AxeResults, { options: RunOptions; within: string }>(
    ({ options, within: selector }) =>
      (globalThis as never as { axe: typeof import('axe-core') }).axe.run(selector, options),
    { options: { ...rules, resultTypes: ['violations'] }, within },
  )
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`,
  )
  assert.deepEqual(found, [])
}
