import type { Locator } from '@playwright/test'

/** Replaces the text of a message within a variant or a page. */
export async function compose(within: Locator, message: string, text: string): Promise<void> {
  const editor = within.getByRole('textbox', { name: message })
  await editor.click()
  await within.page().keyboard.press('Control+a')
  await within.page().keyboard.insertText(text)
}
