import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const all = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const
/** All that a theme can change, for a theme is colours and nothing else. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

export const assertAccessible = (page: Page): Promise<void> => assertFaultless(page, all)

/** The same in the light theme, and its colours in the dark one, which is left on. */
export async function assertBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html:not(.dark)').waitFor()
  await assertAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html.dark').waitFor()
  await assertFaultless(page, ofColours)
}

/** Nothing that axe finds against WCAG 2.2 AA, on the page as it stands, popups included. */
async function assertFaultless(page: Page, rules: typeof all | typeof ofColours): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source)
  const { violations } = await page.evaluate<AxeResults, typeof rules>(
    (runOnly) =>
      (globalThis as never as { axe: typeof import('axe-core') }).axe.run({
        runOnly: { type: runOnly.type, values: [...runOnly.values] },
        resultTypes: ['violations'],
      }),
    rules,
  )
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`,
  )
  assert.deepEqual(found, [])
}
