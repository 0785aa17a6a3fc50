import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Browser } from '@playwright/test'
import { endpoints } from '../../src/contract/index.ts'
import { setupCode } from '../../src/server/people/index.ts'
import { joinAs } from '../journeys/support/browser-api.ts'
import { startIdentityProvider } from '../journeys/support/identity-provider.ts'
import { logFrom } from '../journeys/support/requests.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { openBrowser, openPage, openTab } from './browser.ts'
import { ada, visitAsAda } from './sign-in.ts'
import { copiedBy } from './wait-until-equal.ts'

const run = promisify(execFile)

/** The browser logs each refusal to the console, and these journeys are about refusals. */
const unexpected = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !/status of 4(01|03|22)/.test(complaint))

describe('first use and sign-in', () => {
  let app: TestApp
  let browser: Browser
  startAppAndBrowser((started) => {
    ;({ app, browser } = started)
  })

  it('the first person sets up, sees missing fields, and takes the first steps', async () => {
    const { page, complaints } = await openPage(browser, app, 'dark', null)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Open the address the server printed' }).waitFor()
    await assertAccessible(page)
    const code = await setupCode(app.context.store, Date.now())
    await page.goto(`/setup#${code}`)
    await page.reload()
    await page.getByLabel('Your name').fill(ada.name)
    await page.getByLabel('E-mail').fill(ada.email)
    await page.getByLabel('Password').fill('short')
    await page.getByLabel('Workspace').fill('Acme')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('must have at least 10 characters').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Password').fill(ada.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('0 of 5').waitFor()
    await page.getByRole('button', { name: 'Workspace Acme' }).waitFor()
    await assertAccessible(page)
    await steps.getByRole('link', { name: /Add a provider key/ }).click()
    await page.getByRole('dialog', { name: 'Add a provider key' }).waitFor()
    await page.getByLabel('Key', { exact: true }).fill('sk-0123456789abcdef')
    await page.getByRole('button', { name: 'Save key' }).click()
    await page.getByText('…cdef').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await steps.getByText('1 of 5').waitFor()
    await steps.getByRole('button', { name: 'Make a key and a command' }).click()
    const command = await copiedBy(page, () => steps.getByRole('button', { name: 'Copy command' }).click())
    await assertAccessible(page)
    await run('sh', ['-c', command])
    await steps.getByText('2 of 5').waitFor()
    await page.getByRole('link', { name: 'Prompts', exact: true }).click()
    await page.getByRole('button', { name: 'New prompt' }).first().click()
    await page.getByLabel('Name').fill('first')
    await page.getByRole('button', { name: 'Open editor' }).click()
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByRole('heading', { name: 'Not saved. Write a message first.' }).waitFor()
    await page.getByRole('textbox', { name: 'User message 2' }).click()
    await page.keyboard.type('Hello')
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await page.getByText('first saved as v1').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await steps.getByText('3 of 5').waitFor()
    await steps.getByRole('link', { name: /Invite your team/ }).waitFor()
    const invited = { email: 'team@example.com', role: 'viewer' }
    assert.equal((await app.api.post('/api/public/v2/invitations', invited)).status, 201)
    await steps.getByText('4 of 5').waitFor()
    await steps.getByRole('button', { name: 'Hide the first steps' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: /^first v1/ }).waitFor()
    assert.equal(await steps.count(), 0)
    assert.deepEqual(unexpected(complaints), [])
  })

  it('leads back to the screen that asked for the sign-in', async () => {
    await visitAsAda(app)
    const { page, complaints } = await openPage(browser, app, 'light', null)
    await page.goto('/prompts?find=x')
    await page.getByRole('heading', { name: 'Sign in to Galley' }).waitFor()
    await page.getByLabel('E-mail').fill(ada.email)
    await page.getByLabel('Password').fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Password').fill(ada.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/prompts?find=x')
    assert.deepEqual(unexpected(complaints), [])
  })

  it('stays on this site after signing in', async () => {
    const { page } = await openPage(browser, app, 'light', null)
    await page.goto('/sign-in?back=https%3A%2F%2Fevil.example%2F')
    await page.getByLabel('E-mail').fill(ada.email)
    await page.getByLabel('Password').fill(ada.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    assert.ok(page.url().startsWith(app.baseUrl))
  })

  it('shows a viewer everything, and why nothing can be changed', async () => {
    const visitor = await visitAsAda(app)
    await logFrom(app, 'app')
    const { path, example } = endpoints.createMcpServer
    assert.equal((await app.api.post(path, example.body)).status, 201)
    const viewer = (await joinAs(app, visitor, 'vic@example.com', 'viewer')).visitor
    const { page, complaints } = await openPage(browser, app, 'light', viewer)
    await page.goto('/requests')
    await page.locator('[data-request]').first().waitFor()
    await page.goto('/playground')
    const run = page.getByRole('button', { name: /^Run all/ })
    await run.waitFor()
    assert.ok(await run.isDisabled())
    await page.getByRole('button', { name: 'What is View only?' }).click()
    await page.getByText('Your role in this workspace is viewer').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More for variant A' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Save as version' }).count(), 0)
    await page.goto('/settings/privacy')
    await page.getByRole('button', { name: 'What is View only?' }).click()
    await page.getByText('Only admins of this workspace can change this').waitFor()
    await page.goto('/settings/mcp-servers')
    await page.getByText('search', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Test search' }).count(), 0)
    await page.goto('/settings/keys')
    await page.getByText('API keys: for admins of the workspace').waitFor()
    assert.equal(await page.getByRole('button', { name: 'New key' }).count(), 0)
    const refused = await viewer.send('POST', '/tables', { title: 'Mine' })
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /your role in this workspace is viewer/)
    assert.deepEqual(unexpected(complaints), [])
  })

  it('makes a workspace, goes back to the first, and signs out', async () => {
    const { page, complaints } = await openPage(browser, app)
    await page.goto('/prompts')
    await page.getByRole('button', { name: /^Workspace/ }).click()
    await page.getByRole('menuitem', { name: 'New workspace' }).waitFor()
    await page.getByRole('menuitem', { name: 'New workspace' }).click()
    await page.getByLabel('Name').fill('Research')
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByRole('button', { name: 'Workspace Research' }).click()
    await page.getByRole('menuitem', { name: /Acme/ }).click()
    await page.getByRole('button', { name: 'Workspace Acme' }).waitFor()
    // Without the switch, the toast of the former workspace would stay for 6 s.
    await page.getByText('You are in Research').waitFor({ state: 'detached', timeout: 3_000 })
    await page.getByRole('button', { name: 'Signed in as Ada' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Galley' }).waitFor()
    await page.goto('/settings')
    await page.getByRole('heading', { name: 'Sign in to Galley' }).waitFor()
    assert.deepEqual(unexpected(complaints), [])
  })
})

describe('single sign-on', () => {
  let app: TestApp
  let browser: Browser
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  before(async () => {
    provider = await startIdentityProvider()
    const { issuer, clientId, clientSecret } = provider
    app = await startApp({}, { singleSignOn: { issuer, clientId, clientSecret, disablesPasswords: false } })
    browser = await openBrowser()
    await visitAsAda(app)
  })
  after(async () => {
    await browser?.close()
    await app.close()
    await provider.stop()
  })

  it('is tested by an admin, and signs in to the screen that was asked for', async () => {
    const { page } = await openTab(browser, app)
    await page.goto('/settings/general')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    // The address of this app is not registered at the provider yet.
    await page.getByRole('paragraph').filter({ hasText: 'refuses the redirect address' }).waitFor()
    await page.getByText('The provider accepts client ID and secret.').waitFor()
    await assertAccessible(page)
    provider.allow(app.baseUrl)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('People can sign in through the provider.').waitFor()

    provider.become({ sub: 'ada-1', email: 'ada@example.com', email_verified: true })
    const { page: hers } = await openPage(browser, app, 'light', null)
    await hers.goto('/settings/members')
    await hers.getByRole('link', { name: 'Sign in with single sign-on' }).click()
    await hers.getByRole('heading', { name: 'Members' }).waitFor()
    assert.equal(new URL(hers.url()).pathname, '/settings/members')
  })

  it('is offered beside the password, and shows why it failed', async () => {
    const { page } = await openPage(browser, app, 'light', null)
    await page.goto('/sign-in?problem=not-invited')
    await page.getByText('Ask a colleague for an invitation.').waitFor()
    await assertAccessible(page)
    provider.become({ sub: 'eve', email: 'eve@example.com', email_verified: false })
    await page.getByRole('link', { name: 'Sign in with single sign-on' }).click()
    await page.getByText('does not say that your e-mail address is verified').waitFor()
    await page.getByLabel('Password').waitFor()
  })
})
