import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'

const patience = 10_000
const pause = 50

/** Waits until the value is the expected one. After a timeout it fails with the last value. */
export async function waitUntilEqual(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const end = Date.now() + patience
  while (Date.now() < end && !isDeepStrictEqual(await read(), expected)) await sleep(pause)
  assert.deepEqual(await read(), expected)
}

export const clipboardOf = (page: Page): Promise<string> =>
  page.evaluate<string>('navigator.clipboard.readText()')

/** The text that a click copies. The page writes to the clipboard asynchronously. */
export async function copiedBy(page: Page, press: () => Promise<void>): Promise<string> {
  const before = 'nothing was copied'
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(before)})`)
  await press()
  await waitUntilEqual(async () => (await clipboardOf(page)) !== before, true)
  return clipboardOf(page)
}
