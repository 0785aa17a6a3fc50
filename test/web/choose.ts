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

/** Chooses a type in the gallery of a new or an existing column. `type` is its name in the API. */
export async function chooseType(page: Page, type: string): Promise<void> {
  const change = page.getByRole('button', { name: 'Change type' })
  if ((await change.count()) > 0) await change.click()
  await page.getByRole('textbox', { name: 'Find a type' }).fill(type)
  await page.keyboard.press('Enter')
  await change.waitFor()
}
