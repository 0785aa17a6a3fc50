import type { Locator, Page } from '@playwright/test'

/** A cell of the grid. */
export const cell = (page: Page, row: number, column: number): Locator =>
  page.locator(`[data-row="${row}"][data-column="${column}"]`)

/** Presses Undo in the toast with this text. */
export const undo = (page: Page, report: string): Promise<void> =>
  page.getByRole('dialog').filter({ hasText: report }).getByRole('button', { name: 'Undo' }).click()
