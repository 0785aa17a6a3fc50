import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinAs, type Visitor } from '../journeys/support/browser-api.ts'
import { publication, userChat } from '../journeys/support/templates.ts'
import { apiOf, bodyOf, successBodyOf } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { visitAsAda } from './sign-in.ts'

describe('the deletion of a workspace', () => {
  let app: TestApp
  let visitor: Visitor
  const { openPage } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    visitor = await visitAsAda(app)
  })

  it('shows its contents, needs its name, and leads to another workspace', async () => {
    const home = bodyOf(await visitor.send('GET', '/session')).workspace.name
    bodyOf(await visitor.send('POST', '/workspaces', { name: 'Research' }), 201)
    const { key } = bodyOf(await visitor.send('POST', '/api-keys', { name: 'own' }), 201)
    successBodyOf(
      await apiOf(app.baseUrl, key).post('/rest/prompt-templates', publication('greeting', userChat('Hi'))),
    )
    const { page, complaints } = await openPage('dark', visitor)
    const otherTab = await page.context().newPage()
    await otherTab.goto(`${app.baseUrl}/prompts`)
    await otherTab.getByText('greeting').first().waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/settings/general')
    await page
      .getByRole('region', { name: 'Delete workspace' })
      .getByRole('button', { name: 'Delete' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Delete Research?' })
    await dialog.getByText('1 prompt and 1 API key. 1 member loses access.').waitFor()
    await assertAccessible(page)
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
    await dialog.getByRole('textbox').fill('research')
    assert.ok(await dialog.getByRole('button', { name: 'Delete' }).isDisabled())
    await dialog.getByRole('textbox').fill('Research')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`${app.baseUrl}/`)
    const moved = otherTab.getByRole('dialog', { name: 'You have no access to Research any more' })
    await moved.waitFor()
    assert.equal(await moved.getByRole('button', { name: /^Back/ }).count(), 0)
    await moved.getByRole('button', { name: `Go on in ${home}` }).click()
    await moved.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/settings/workspaces')
    const receipts = page.getByRole('table', { name: 'Deleted workspaces' })
    await receipts.getByRole('row', { name: /^Research Ada/ }).waitFor()
    await assertAccessible(page)
    assert.deepEqual(complaints, [])
  })

  it('is not offered to members without the role admin', async () => {
    const { visitor: grace } = await joinAs(app, await visitAsAda(app), 'grace@example.com', 'publisher')
    const { page } = await openPage('light', grace)
    await page.goto('/settings/general')
    await page.getByRole('region', { name: 'Leave workspace' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Delete workspace' }).count(), 0)
  })
})
