import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing that axe finds against WCAG 2.2 AA, on the page as it stands, popups included. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(source)
  const { violations } = await page.evaluate<AxeResults, string[]>(
    (values) =>
      (globalThis as never as { axe: typeof import('axe-core') }).axe.run({
        runOnly: { type: 'tag', values },
      }),
    rules,
  )
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`,
  )
  assert.deepEqual(found, [])
}
