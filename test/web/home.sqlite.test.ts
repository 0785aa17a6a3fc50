import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from '@playwright/test'
import { endpoints } from '../../src/contract/index.ts'
import { logFrom } from '../journeys/support/requests.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { openBrowser, openPage, openTab } from './browser.ts'

const { prompt_name: name } = endpoints.publishTemplate.example.body!.prompt_template

describe('Home', () => {
  let app: TestApp
  let browser: Browser
  before(async () => {
    app = await startApp({}, { providers: { OPENAI_API_KEY: 'sk-of-the-server' } })
    browser = await openBrowser()
    await app.api.post('/rest/prompt-templates', endpoints.publishTemplate.example.body)
    const now = Date.now()
    const at = (age: number) => new Date(now - age).toISOString()
    for (const [age, status] of [
      [1_000, 'SUCCESS'],
      [2_000, 'ERROR'],
      [86_400_000, 'SUCCESS'],
    ] as const)
      await app.api.post('/log-request', {
        ...endpoints.logRequest.example.body,
        prompt_name: name,
        prompt_id: null,
        prompt_version_number: 1,
        price: 0.5,
        status,
        request_start_time: at(age + 500),
        request_end_time: at(age),
      })
    // Evaluations do not count as production.
    await logFrom(app, 'evaluation', {
      price: 7,
      status: 'ERROR',
      request_start_time: at(1_500),
      request_end_time: at(1_000),
    })
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  it('shows today against yesterday, failures and changes, each as a link', async () => {
    const { page, complaints } = await openTab(browser, app)
    await page.goto('/')
    await page.getByRole('link', { name: /^Error rate 50%/ }).waitFor()
    await page.getByRole('link', { name: /^Spend \$1\.00/ }).waitFor()
    await page.getByRole('link', { name: /^Latency p95 500 ms/ }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await assertAccessible(page)
    await page
      .getByRole('region', { name: 'Prompts that fail today' })
      .getByRole('link', { name: `${name} 50% of its requests 1 error` })
      .click()
    await page.getByRole('heading', { name }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page
      .getByRole('region', { name: 'Changed lately' })
      .getByRole('link', { name: new RegExp(name) })
      .waitFor()
    await page.getByRole('link', { name: /^Error rate/ }).click()
    await page.waitForURL(/\/requests\?.*ERROR/)
    await page.goBack()
    const errors = page.getByRole('region', { name: 'Latest errors' }).getByRole('link')
    await errors.first().waitFor()
    assert.equal(await errors.count(), 1, 'the failed evaluation is not of production')
    await errors.click()
    await page.waitForURL(/\/requests\?.*request=\d/)
    await page.getByRole('heading', { name: /^Request \d/ }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('shows no error rate and no latency on a day without requests', async (context) => {
    const quiet = await startApp()
    context.after(() => quiet.close())
    const yesterday = Date.now() - 86_400_000
    await logFrom(quiet, 'app', {
      status: 'ERROR',
      error_type: 'PROVIDER_TIMEOUT',
      price: 1,
      request_start_time: yesterday - 1_500,
      request_end_time: yesterday - 1_000,
    })
    const { page, complaints } = await openPage(browser, quiet)
    await page.goto('/')
    await page.getByRole('link', { name: 'Error rate – No requests today' }).waitFor()
    await page.getByRole('link', { name: 'Latency p95 – No requests today' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('loads the sample, which ticks no step, and removes it', async (context) => {
    const empty = await startApp()
    context.after(() => empty.close())
    const { page, complaints } = await openPage(browser, empty)
    await page.goto('/')
    await page.getByRole('button', { name: 'Load the sample workspace' }).click()
    const sample = page.getByRole('region', { name: 'Sample workspace', exact: true })
    await sample.getByRole('link', { name: /^5 prompts/ }).waitFor()
    await sample.getByRole('link', { name: /^Workflow/ }).waitFor()
    await sample.getByRole('link', { name: /^Playground/ }).waitFor()
    await page.getByRole('region', { name: 'First steps' }).getByText('0 of 5').waitFor()
    await assertAccessible(page)
    const evaluations = page.getByRole('region', { name: 'Evaluations' })
    await evaluations.getByRole('listitem').filter({ hasText: 'Done' }).first().waitFor()
    await sample.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Sample removed').waitFor()
    await page.getByRole('button', { name: 'Load the sample workspace' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('counts a provider key of the server as a step that is done', async () => {
    const { page } = await openTab(browser, app)
    await page.goto('/')
    await page.getByRole('region', { name: 'First steps' }).getByText('3 of 5').waitFor()
    await page.goto('/settings/connections')
    await page.getByText('Keys of the server work for').waitFor()
  })
})
