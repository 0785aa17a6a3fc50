import type { Page } from '@playwright/test'

/** A popup over or beside a screen, opened after the screen was loaded. */
export interface Popup {
  readonly name: string
  open(page: Page): Promise<void>
}

/** Presses buttons, menu items, tabs or options one after the other, by name. */
export const press = (...names: readonly (string | RegExp)[]): Popup => ({
  name: names.map(String).join(' '),
  async open(page) {
    for (const name of names) {
      const one = (['button', 'menuitem', 'tab', 'option'] as const)
        .map((role) => page.getByRole(role, { name, exact: typeof name === 'string' }))
        .reduce((either, next) => either.or(next))
      await one.locator('visible=true').first().click()
    }
  },
})

const deletingView = press('Slow in the shop', /^More for view/, 'Delete')

/** Aborts an action, so that the screen shows its error. */
export const problem: Popup = {
  name: 'problem',
  async open(page) {
    const views = '**/request-views/*'
    await page.route(views, (route) => route.abort())
    await deletingView.open(page)
    await page.getByRole('alert').waitFor({ state: 'attached' })
    await page.unroute(views)
  },
}

/** Presses keys on the whole screen. */
export const keys = (...presses: readonly string[]): Popup => ({
  name: presses.join(' '),
  async open(page) {
    for (const key of presses) await page.keyboard.press(key)
  },
})

export const inGrid = (...presses: readonly string[]): Popup => ({
  name: `grid ${presses.join(' ')}`,
  async open(page) {
    await page.getByRole('grid').focus()
    for (const key of presses) await page.keyboard.press(key)
  },
})
