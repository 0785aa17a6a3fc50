import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { chat, user } from '../journeys/support/templates.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'

describe('dynamic labels', () => {
  let app: TestApp
  const { openPage } = startAppAndBrowser((started) => ({ app } = started))

  it('splits reads between versions, shows the figures of each, and is listed in Settings', async () => {
    const publish = (text: string) =>
      app.api.post('/rest/prompt-templates', {
        prompt_template: { prompt_name: 'split' },
        prompt_version: { prompt_template: chat(user(text)) },
      })
    await publish('One.')
    const id: number = (await publish('Two.')).body.id
    const label = await app.api.post(`/prompts/${id}/label`, { prompt_version_number: 1, name: 'prod' })
    const { page, complaints } = await openPage()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await page.goto(`/prompts/${id}`)
    const lane = page.getByRole('navigation', { name: 'Releases' })
    await lane.getByRole('link', { name: 'v1 prod' }).waitFor()
    await lane.getByRole('link', { name: 'v2 latest' }).waitFor()
    await lane.getByRole('button', { name: 'Dynamic label' }).click()
    await field('Name').fill('canary')
    await page.getByRole('button', { name: 'Add version to All other reads' }).click()
    await field('Share 1 of All other reads').fill('90')
    await field('Share 2 of All other reads').fill('5')
    await page.getByText('The shares add up to 95 %, not 100 %.').waitFor()
    await page.getByRole('button', { name: 'Save label' }).click()
    await page.getByRole('heading', { name: 'Not saved. The shares add up to 95 %, not 100 %.' }).waitFor()
    await field('Share 2 of All other reads').fill('10')
    await page.getByRole('button', { name: 'Add segment' }).click()
    await field('Metadata key 1 of Segment 1').fill('plan')
    await field('Values 1 of Segment 1').fill('trial, free')
    await page.getByRole('img', { name: 'All other reads: prod 90 %, v2 10 %' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save label' }).click()
    await page.getByText('canary saved').waitFor()
    const { dynamic_labels } = (await app.api.get(`/api/public/v2/dynamic-labels?prompt_id=${id}`)).body
    assert.deepEqual(dynamic_labels[0].rules, [
      { segment: { plan: ['trial', 'free'] }, splits: [{ label: 'prod', percentage: 100 }] },
      {
        segment: null,
        splits: [
          { label: 'prod', percentage: 90 },
          { version_number: 2, percentage: 10 },
        ],
      },
    ])
    const now = Date.now()
    const logged = await app.api.post('/log-request', {
      ...endpoints.logRequest.example.body!,
      prompt_name: 'split',
      prompt_version_number: 2,
      request_start_time: new Date(now).toISOString(),
      request_end_time: new Date(now + 1000).toISOString(),
    })
    await app.api.post('/rest/track-score', { request_id: logged.body.id, score: 40 })
    await page.goto('/settings/dynamic-labels')
    await page.getByRole('row', { name: /canary split .*prod 90 %, v2 10 % 1/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'canary' }).click()
    const results = page.getByRole('region', { name: 'Results' })
    await results.getByRole('row', { name: /^v2 1 0% .* 1 s 40$/ }).waitFor()
    await results.getByRole('row', { name: /^prod v1 0 / }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Add segment' }).click()
    await page.keyboard.press('Escape')
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    await assertAccessible(page)
    await leave.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('region', { name: 'Segment 2' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await leave.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^canary/ }).click()
    await results.waitFor()
    assert.equal(await page.getByRole('region', { name: 'Segment 2' }).count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^canary/ }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const confirm = page.getByRole('dialog', { name: /Delete/ })
    await confirm.getByRole('textbox').fill('canary')
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('canary deleted').waitFor()
    // A version that the label points at already is not offered for the other share.
    await app.api.patch(`/prompt-labels/${label.body.id}`, { prompt_version_number: 2 })
    await page.reload()
    await lane.getByRole('button', { name: 'Dynamic label' }).click()
    await page.getByRole('button', { name: 'Add version to All other reads' }).click()
    await page.getByRole('combobox', { name: 'Version 2 of All other reads' }).getByText('v1').waitFor()
    assert.deepEqual(complaints, [])
  })
})
