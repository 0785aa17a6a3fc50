import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { joinAs, type Visitor } from '../journeys/support/browser-api.ts'
import { publication, userChat } from '../journeys/support/templates.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { visitAsAda } from './sign-in.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

describe('comments', () => {
  let app: TestApp
  let ada: Visitor
  let ben: Visitor
  const { openPage } = startAppAndBrowser((started) => ({ app } = started))
  before(async () => {
    ada = await visitAsAda(app)
    ben = (await joinAs(app, ada, 'ben@example.com', 'contributor')).visitor
  })

  it('a mention reaches the inbox of the member, who answers from there', async () => {
    const { id } = (await app.api.post('/rest/prompt-templates', publication('greeting', userChat('Hello'))))
      .body
    const { page: writing, complaints } = await openPage('light', ada)
    await writing.goto(`/prompts/${id}?tab=comments`)
    const text = writing.getByRole('combobox', { name: 'Comment' })
    await text.fill('Too long for the phone, ')
    await text.pressSequentially('@be')
    await writing.getByRole('option', { name: 'ben@example.com' }).waitFor()
    await assertAccessible(writing)
    // The list is below the field: above it the panel would cut it off.
    const [field, list] = [await text.boundingBox(), await writing.getByRole('listbox').boundingBox()]
    assert.ok(list!.y >= field!.y + field!.height)
    await text.press('Enter')
    await text.press('Control+Enter')
    await writing.getByRole('article', { name: 'Comment of Ada' }).waitFor()
    assert.equal(await writing.locator('mark').textContent(), '@ben@example.com')
    assert.equal(await text.inputValue(), '')
    await assertAccessible(writing)

    const { page: reading, complaints: complaintsOfBen } = await openPage('dark', ben)
    await reading.goto('/requests')
    await reading.getByRole('link', { name: 'Inbox 1 unread' }).click()
    await reading.getByText('Ada mentioned you on greeting v1').waitFor()
    await assertAccessible(reading)
    await reading.getByRole('link', { name: /Ada mentioned you/ }).click()
    await reading.getByRole('combobox', { name: 'Comment' }).fill('Shorter in version 2')
    await reading.getByRole('button', { name: 'Comment', exact: true }).click()
    await reading.getByRole('article', { name: 'Comment of ben@example.com' }).waitFor()
    await reading.getByRole('link', { name: 'Inbox', exact: true }).waitFor()

    // The answer and its notification arrive without a reload.
    await writing.getByText('Shorter in version 2').waitFor()
    await writing.getByRole('link', { name: 'Inbox 1 unread' }).click()
    await writing.getByText('ben@example.com commented on greeting v1 too').waitFor()
    await writing.getByRole('button', { name: 'Mark all as read' }).click()
    await writing.getByText('Nothing unread').waitFor()
    assert.deepEqual([complaints, complaintsOfBen], [[], []])
  })

  it('an unsent comment is kept until it is sent', async () => {
    const { id } = (await app.api.post('/rest/prompt-templates', publication('farewell', userChat('Bye'))))
      .body
    const { page, complaints } = await openPage('light', ben)
    const box = page.getByRole('combobox', { name: 'Comment' })
    await page.goto(`/prompts/${id}?tab=comments`)
    await box.fill('Half a thought')
    await page.getByRole('tab', { name: 'Usage' }).click()
    await page.getByRole('tab', { name: 'Comments' }).click()
    await waitUntilEqual(() => box.inputValue(), 'Half a thought')
    await page.reload()
    await waitUntilEqual(() => box.inputValue(), 'Half a thought')
    await box.press('Control+Enter')
    await page.getByRole('article', { name: 'Comment of ben@example.com' }).waitFor()
    await page.reload()
    await page.getByRole('article', { name: 'Comment of ben@example.com' }).waitFor()
    assert.equal(await box.inputValue(), '')
    await page.getByRole('tab', { name: 'Comments 1' }).waitFor()
    await page.getByRole('button', { name: 'More for the comment of ben@example.com' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Delete the comment of ben@example.com?' })
    await confirmation.getByText('Half a thought').waitFor()
    await assertAccessible(page)
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('article', { name: 'Comment of ben@example.com' }).waitFor()
    await page.getByRole('button', { name: 'More for the comment of ben@example.com' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await confirmation.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Comment deleted').waitFor()
    await waitUntilEqual(() => page.getByRole('article', { name: 'Comment of ben@example.com' }).count(), 0)
    assert.deepEqual(complaints, [])
  })

  it('a mention on a trace or a request opens its comments from the inbox', async () => {
    const { id } = (await app.api.post('/log-request', endpoints.logRequest.example.body)).body
    const { spans } = endpoints.createSpans.example.body!
    assert.equal((await app.api.post(endpoints.createSpans.path, { spans })).status, 201)
    const { page: writing, complaints } = await openPage('light', ada)
    const mentionBen = async (text: string) => {
      const box = writing.getByRole('combobox', { name: 'Comment' })
      await box.fill(text)
      await box.pressSequentially(' @be')
      await writing.getByRole('option', { name: 'ben@example.com' }).waitFor()
      await box.press('Enter')
      await box.press('Control+Enter')
      await writing.getByRole('article', { name: 'Comment of Ada' }).getByText(text).waitFor()
    }
    await writing.goto(`/traces/${spans[0]!.context.trace_id}`)
    await writing.getByRole('button', { name: 'Comments' }).click()
    await assertAccessible(writing)
    await mentionBen('Why twice?')
    await writing.keyboard.press('Escape')
    await writing.getByRole('button', { name: 'Comments 1' }).waitFor()
    await writing.goto(`/requests?request=${id}&whole=true`)
    await writing.getByRole('tab', { name: 'Comments' }).click()
    await mentionBen('Which customer?')

    const { page: reading } = await openPage('dark', ben)
    await reading.goto('/inbox')
    const requestMention = reading.getByRole('listitem').filter({ hasText: 'Ada mentioned you on request' })
    await requestMention.getByRole('button', { name: 'Mark as read' }).click()
    await requestMention.waitFor({ state: 'detached' })
    for (const [link, text] of [
      [/Ada mentioned you on request/, 'Which customer?'],
      [/Ada mentioned you on trace/, 'Why twice?'],
    ] as const) {
      await reading.goto('/inbox?all=true')
      await reading.getByRole('link', { name: link }).click()
      await reading.getByRole('article', { name: 'Comment of Ada' }).getByText(text).waitFor()
      await assertAccessible(reading)
    }
    assert.deepEqual(complaints, [])
  })
})
