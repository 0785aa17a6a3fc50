import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinAs, type Visitor } from '../journeys/support/browser-api.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { visitAsAda } from './sign-in.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

describe('the account of a person', () => {
  let app: TestApp
  const { openPage, openTab } = startAppAndBrowser((started) => {
    ;({ app } = started)
  })

  it('shows the profile, which gets another name, and ends other sessions', async () => {
    await visitAsAda(app)
    const { page } = await openTab()
    await page.goto('/prompts')
    await page.getByRole('button', { name: 'Signed in as Ada' }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByText('ada@example.com').waitFor()
    assert.ok(await profile.getByRole('button', { name: 'Save name' }).isDisabled())
    await profile.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await profile.getByRole('button', { name: 'Save name' }).click()
    await page.getByRole('button', { name: 'Signed in as Ada Lovelace' }).waitFor()
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await sessions.getByText('This browser').waitFor()
    await assertAccessible(page)
    await sessions.getByRole('button', { name: 'Sign out the others' }).click()
    await page.getByText(/sessions? ended/).waitFor()
    await waitUntilEqual(() => sessions.getByRole('row').count(), 2)
    assert.ok(await sessions.getByRole('button', { name: 'Sign out the others' }).isDisabled())
    await profile.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await profile.getByRole('button', { name: 'Save name' }).click()
    await page.getByRole('button', { name: 'Signed in as Ada', exact: true }).waitFor()
  })

  it('leaves a workspace, unless it is the only admin', async () => {
    const { visitor } = await joinAs(app, await visitAsAda(app), 'grace@example.com', 'viewer')
    const { page, complaints } = await openPage('light', visitor)
    await page.goto('/settings/general')
    const leaving = page.getByRole('region', { name: 'Leave workspace' })
    const name = (await page.getByRole('region', { name: 'Name' }).getByRole('paragraph').textContent())!
    await leaving.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Sign in to Galley' }).waitFor()
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('status of 401')),
      [],
    )
    const { page: admins } = await openTab()
    await admins.goto('/settings/general')
    await admins.getByText('You are the only admin.').waitFor()
    assert.ok(await admins.getByRole('button', { name: 'Leave' }).isDisabled())
    await assertAccessible(admins)
  })

  it('is found at 390 px, where a row is a block with the head of each column', async () => {
    const { page } = await openTab()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/settings/members')
    await page.getByRole('row', { name: /^Ada/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Members' }).click()
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click()
    await page.waitForURL('**/settings/account')
    await page.getByRole('region', { name: 'Profile' }).waitFor()
    await assertAccessible(page)
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
  })
})

describe('unsaved settings', () => {
  let app: TestApp
  const { openTab } = startAppAndBrowser((started) => {
    ;({ app } = started)
  })

  it('are kept or discarded by choice before the workspace is switched, and before signing out', async () => {
    const ada = await visitAsAda(app)
    const { name } = (await ada.send('GET', '/session')).body.workspace
    await ada.send('POST', '/workspaces', { name: 'Research' })
    const { page } = await openTab()
    await page.goto('/settings/retention')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel('Tag', { exact: true }).fill('debug')
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('button', { name: `Workspace ${name}` }).click()
    await page.getByRole('menuitem', { name: /^Research/ }).click()
    await leaving.getByRole('button', { name: 'Stay' }).click()
    assert.equal(await page.getByLabel('Tag', { exact: true }).inputValue(), 'debug')
    await page.getByRole('button', { name: 'Signed in as Ada' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await leaving.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: `Workspace ${name}` }).click()
    await page.getByRole('menuitem', { name: /^Research/ }).click()
    await leaving.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Workspace Research' }).waitFor()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  })
})

describe('a dialog that is replaced by its form once it is loaded', () => {
  let app: TestApp
  const { openTab } = startAppAndBrowser((started) => {
    ;({ app } = started)
  })

  it('takes the focus, and returns it to the button that opened it', async () => {
    const set = { name: 'a customer in Berlin', variables: { city: 'Berlin' } }
    assert.equal((await app.api.post('/api/public/v2/input-variable-sets', set)).status, 201)
    const { page } = await openTab()
    await page.goto('/settings/variable-sets')
    const opener = page.getByRole('button', { name: set.name, exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const name = page.getByRole('dialog', { name: set.name }).getByLabel('Name', { exact: true })
    await name.waitFor()
    await waitUntilEqual(() => page.evaluate<string>('document.activeElement.name'), 'name')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waitUntilEqual(() => page.evaluate<string>('document.activeElement.textContent'), set.name)
  })
})

describe('settings that two admins edit at once', () => {
  let app: TestApp
  let grace: Visitor
  const { openPage, openTab } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    grace = (await joinAs(app, await visitAsAda(app), 'grace@example.com', 'admin')).visitor
  })

  it('the second admin keeps the typed rules, sees a notice, and decides', async () => {
    const { page: first } = await openTab()
    const { page: second } = await openPage('light', grace)
    for (const page of [first, second]) await page.goto('/settings/retention')
    await second.getByRole('button', { name: 'Add rule' }).click()
    await second.getByLabel('Tag', { exact: true }).fill('of the second')
    await second.getByLabel('Days', { exact: true }).fill('9')
    await first.getByRole('button', { name: 'Deleted after' }).click()
    await first.getByRole('button', { name: 'Review and save' }).click()
    await first.getByRole('button', { name: 'Save rules' }).click()
    await first.getByText('Rules saved').waitFor()
    const notice = second.getByRole('alert').filter({ hasText: 'Another admin saved other settings' })
    await notice.waitFor()
    await assertAccessible(second)
    assert.equal(await second.getByLabel('Tag', { exact: true }).inputValue(), 'of the second')
    await second.getByRole('button', { name: 'Review and save' }).click()
    await second.getByRole('button', { name: 'Save rules' }).click()
    await second.getByText('were changed in the meantime').waitFor()
    const { body } = await app.api.get('/api/public/v2/retention')
    assert.deepEqual(body.rules, [{ tag: null, days: 365 }])
    await second.keyboard.press('Escape')
    await notice.getByRole('button', { name: 'Discard mine' }).click()
    await second.getByText('No tag has a rule.').waitFor()
    assert.equal(await second.getByLabel('Days of the default').inputValue(), '365')
  })

  it('masking rules and the log export are kept while typed, and saved after "Keep mine"', async () => {
    const { page: first } = await openTab()
    const { page: second } = await openPage('light', grace)
    await second.goto('/settings/privacy')
    await second.getByRole('button', { name: 'Add the usual rules' }).click()
    await first.goto('/settings/privacy')
    await first.getByRole('switch', { name: 'Store bodies' }).click()
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByText('Rules saved').waitFor()
    await second.getByRole('button', { name: 'Keep mine' }).click()
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByText('Rules saved').waitFor()
    const masking = (await app.api.get('/api/public/v2/masking')).body
    assert.deepEqual([masking.rules.length, masking.keeps_bodies], [5, true])

    for (const page of [first, second]) await page.goto('/settings/log-export')
    await second.getByRole('button', { name: 'Every hour' }).click()
    await first.getByRole('button', { name: 'Every day' }).click()
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByText('Log export saved').waitFor()
    await second.getByRole('button', { name: 'Discard mine' }).click()
    await waitUntilEqual(
      () => second.getByRole('button', { name: 'Every day' }).getAttribute('aria-pressed'),
      'true',
    )
  })

  it('a new name of the workspace does not replace what the other admin types', async () => {
    const { page: first } = await openTab()
    const { page: second } = await openPage('light', grace)
    for (const page of [first, second]) await page.goto('/settings/general')
    await second.getByLabel('Workspace name').fill('typed by the second')
    await first.getByLabel('Workspace name').fill('Acme')
    await first.getByRole('button', { name: 'Rename' }).click()
    await first.getByText('Workspace renamed').waitFor()
    await second.getByRole('button', { name: 'Discard mine' }).waitFor()
    assert.equal(await second.getByLabel('Workspace name').inputValue(), 'typed by the second')
    await second.getByRole('button', { name: 'Discard mine' }).click()
    await waitUntilEqual(() => second.getByLabel('Workspace name').inputValue(), 'Acme')
  })
})
