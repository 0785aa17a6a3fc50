import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const all = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const
/** All that a theme can change, for a theme is colours and nothing else. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

/** What a popup changes of the page under it. */
const ofWhatIsCovered = { type: 'rule', values: ['aria-hidden-focus', 'nested-interactive'] } as const
type Rules = typeof all | typeof ofColours | typeof ofWhatIsCovered

/** What opens above a page. */
export const popup = '[role=menu], [role=listbox], [role=dialog]'

export const assertAccessible = (page: Page): Promise<void> => assertFaultless(page, all)

/** The same in the light theme, and its colours in the dark one, which is left on. */
export const assertBothThemes = (page: Page): Promise<void> => inBothThemes(page)

/** An open popup in both themes, for a page that was looked at before it opened: a large one takes a second and more. */
export async function assertPopupInBothThemes(page: Page): Promise<void> {
  await inBothThemes(page, popup)
  await assertFaultless(page, ofWhatIsCovered)
}

async function inBothThemes(page: Page, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html:not(.dark)').waitFor()
  await assertFaultless(page, all, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html.dark').waitFor()
  await assertFaultless(page, ofColours, within)
}

/** Nothing that axe finds against WCAG 2.2 AA, on the page as it stands, popups included, or only within what is named. */
async function assertFaultless(page: Page, rules: Rules, within = 'html'): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source)
  const { violations } = await page.evaluate<AxeResults, { rules: Rules; within: string }>(
    ({ rules: runOnly, within: selector }) =>
      (globalThis as never as { axe: typeof import('axe-core') }).axe.run(selector, {
        runOnly: { type: runOnly.type, values: [...runOnly.values] },
        resultTypes: ['violations'],
      }),
    { rules, within },
  )
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`,
  )
  assert.deepEqual(found, [])
}
