import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { joinAs, type Visitor } from '../journeys/support/browser-api.ts'
import { publication, userChat } from '../journeys/support/templates.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { visitAsAda } from './sign-in.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

describe('releases', () => {
  let app: TestApp
  let ada: Visitor
  let ben: Visitor
  const { openPage } = startAppAndBrowser((started) => ({ app } = started))
  before(async () => {
    ada = await visitAsAda(app)
    ben = (await joinAs(app, ada, 'ben@example.com', 'contributor')).visitor
  })

  const versionOf = async (prompt: number) => {
    const { body } = await app.api.get(`/prompt-templates/${prompt}/labels`)
    return body.release_labels.find((label: { release_label: string }) => label.release_label === 'prod')
      ?.prompt_version_number
  }

  it('a label is protected, requested by a person who may not move it, and moved by an approval', async () => {
    const first = await app.api.post(
      '/rest/prompt-templates',
      publication('greeting', userChat('Hello'), { labels: ['prod'] }),
    )
    await app.api.post('/rest/prompt-templates', publication('greeting', userChat('Hello, {name}')))
    const prompt = first.body.id as number

    const { page: settings, complaints } = await openPage('light', ada)
    await settings.goto('/settings/labels')
    await settings.getByRole('button', { name: 'Protect a label' }).click()
    await settings.getByLabel('Name').fill('prod')
    await settings.getByRole('dialog').getByRole('button', { name: 'Protect label' }).click()
    await settings.getByRole('cell', { name: 'prod', exact: true }).waitFor()

    const { page: asking, complaints: complaintsOfBen } = await openPage('dark', ben)
    await asking.goto(`/prompts/${prompt}`)
    await asking.getByRole('button', { name: 'Ask for release' }).click()
    await asking.getByText('The label prod is protected').waitFor()
    await asking.getByLabel('Note').fill('Greets by name')
    await assertAccessible(asking)
    await asking.getByRole('dialog').getByRole('button', { name: 'Ask for release' }).click()
    await asking.getByText('“Greets by name”').waitFor()
    await asking.getByRole('button', { name: /^Withdraw prod on v2/ }).waitFor()
    assert.equal(await asking.getByRole('button', { name: /^Approve/ }).count(), 0)
    assert.equal(await versionOf(prompt), 1)
    await asking.getByText('v1 → v2').waitFor()
    // Open pages follow a label that moves while the request waits.
    await app.api.post(
      '/rest/prompt-templates',
      publication('greeting', userChat('Hi'), { labels: ['prod'] }),
    )
    assert.equal(await versionOf(prompt), 3)
    await asking.getByText('v3 → v2').waitFor()

    await settings.goto('/prompts')
    await settings.getByRole('link', { name: '1 release request' }).click()
    await settings.getByText('“Greets by name”').waitFor()
    await settings.getByRole('button', { name: 'Show changes' }).click()
    await settings.getByText('User message').waitFor()
    await settings.getByText('{name}').first().waitFor()
    await assertAccessible(settings)
    await settings.getByRole('button', { name: 'Hide changes' }).click()
    await settings.getByText('User message').waitFor({ state: 'detached' })
    await settings.getByRole('link', { name: 'greeting' }).click()
    await settings.getByText('ben@example.com').waitFor()
    await settings.getByRole('link', { name: 'Compare' }).waitFor()
    await settings.getByRole('button', { name: 'Approve prod on v2 of greeting' }).click()
    await settings.getByText('prod of greeting moved to v2').waitFor()
    await waitUntilEqual(() => versionOf(prompt), 2)
    // The requester's page updates itself.
    await asking.getByText('“Greets by name”').waitFor({ state: 'detached' })
    await asking.goto('/prompts/releases?status=approved')
    await asking.getByText('approved by').waitFor()
    assert.deepEqual([complaints, complaintsOfBen], [[], []])
  })

  it('a label of an older version is moved to the latest one from the list of prompts', async () => {
    for (const [labels, text] of [[['live'], 'Hello'] as const, [[], 'Hello, {name}'] as const])
      await app.api.post(
        '/rest/prompt-templates',
        publication('listed', userChat(text), { labels: [...labels] }),
      )
    const { page, complaints } = await openPage('light', ada)
    await page.goto('/prompts')
    await page
      .getByRole('row', { name: /listed/ })
      .getByTitle('Release v2 as live')
      .waitFor()
    let isBroken = true
    await page.route(/[?&]version=1\b/, (route) =>
      isBroken ? route.fulfill({ status: 400, json: { message: 'Not read.' } }) : route.continue(),
    )
    await page
      .getByRole('row', { name: /listed/ })
      .getByTitle('Release v2 as live')
      .click()
    await page.getByText('The changes since v1 cannot be shown.').waitFor()
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The changes since v1 cannot be shown.').waitFor({ state: 'detached' })
    await page
      .getByRole('dialog', { name: 'Release v2' })
      .getByRole('button', { name: 'Move live here' })
      .click()
    await page.getByText('live moved to v2').waitFor()
    await page.goto('/prompts')
    await page
      .getByRole('row', { name: /listed/ })
      .getByText('live')
      .waitFor()
    assert.equal(await page.getByTitle(/^Release v2/).count(), 0)
    // The browser itself logs the refused read.
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('status of 400')),
      [],
    )
  })

  it('a denial asks for its reason, which the requester finds in the inbox', async () => {
    const created = await app.api.post('/rest/prompt-templates', publication('denied', userChat('No')))
    const prompt = created.body.id as number
    const releaseRequest = { prompt_id: prompt, label: 'prod', version_number: 1 }
    assert.equal((await ben.send('POST', '/release-requests', releaseRequest)).status, 201)
    const { page, complaints } = await openPage('light', ada)
    await page.goto(`/prompts/${prompt}`)
    await page.getByRole('button', { name: 'Deny prod on v1 of denied' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deny prod on v1' })
    await dialog.getByLabel('Reason').fill('It greets nobody.')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Deny release' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/prompts/releases?status=denied')
    await page.getByText('“It greets nobody.”').waitFor()
    const { page: inbox } = await openPage('light', ben)
    await inbox.goto('/inbox')
    await inbox.getByText('Denied: prod → v1. It greets nobody.').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('a label that requires two people is not moved by saving a new version', async () => {
    await app.api.post('/api/public/v2/protected-labels', { name: 'launch', takes_two: true })
    const created = await app.api.post('/rest/prompt-templates', publication('farewell', userChat('Bye')))
    const prompt = created.body.id as number
    const { page, complaints } = await openPage('light', ada)
    await page.goto(`/prompts/${prompt}`)
    await page.getByRole('button', { name: 'Move label' }).click()
    await page.getByRole('dialog').getByLabel('Label', { exact: true }).fill('launch')
    await page.getByText('The label launch takes two people').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for release' }).click()
    await page.getByRole('button', { name: /^Withdraw launch/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0)
    await page.getByRole('button', { name: /^Withdraw launch/ }).click()
    await page.getByText('Release withdrawn').waitFor()
    assert.deepEqual(complaints, [])
  })
})
