import type { Locator, Page } from '@playwright/test'

/** Replaces the text of a message in a variant or a page. */
export async function compose(within: Locator, message: string, text: string): Promise<void> {
  const editor = within.getByRole('textbox', { name: message })
  await editor.click()
  await within.page().keyboard.press('Control+a')
  await within.page().keyboard.insertText(text)
}

/** Chooses a model of the price list, or types a custom name. */
export async function chooseModel(
  within: Page | Locator,
  words: string,
  option: string | RegExp = new RegExp(`^${words} `),
  control = 'Model',
): Promise<void> {
  await within.getByRole('combobox', { name: control, exact: true }).click()
  const page = 'page' in within ? within.page() : within
  await page.getByRole('combobox', { name: 'Search models' }).fill(words)
  await page.getByRole('option', { name: option }).first().click()
}
