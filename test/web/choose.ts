import type { Locator, Page } from '@playwright/test'

/** Chooses an item in a chooser that searches on the server. */
export async function choose(
  within: Page | Locator,
  chooser: string,
  choice: string,
  words = choice,
): Promise<void> {
  await within.getByRole('combobox', { name: chooser, exact: true }).click()
  const page = 'page' in within ? within.page() : within
  await page.getByRole('combobox', { name: 'Search by name' }).fill(words)
  await page.getByRole('option', { name: choice, exact: true }).click()
}
