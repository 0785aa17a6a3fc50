import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { gpt, type RunWorld } from '../journeys/support/running.ts'
import { chat, user } from '../journeys/support/templates.ts'
import { functionTool } from '../journeys/support/tools.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'

const execute = promisify(execFile)
const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

describe('the code of a prompt, pasted', () => {
  let world: RunWorld
  let prompt: number
  let page: Page
  let complaints: string[]
  const { openPage } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    const { body } = await world.api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name: "ada's greeting" },
      prompt_version: { prompt_template: chat(user('Greet {name}.')), metadata: gpt() },
    })
    prompt = body.id
    await world.api.post(`/prompts/${prompt}/label`, { prompt_version_number: 1, name: 'prod' })
    ;({ page, complaints } = await openPage())
    await page.goto(`/prompts/${prompt}`)
    await page.getByLabel('Value of name').fill("O'Neil")
    await page.getByRole('tab', { name: 'Code' }).click()
    await page.getByText('process.env.API_KEY').waitFor()
  })

  const codeOf = async (client: string, language: string): Promise<string> => {
    await page.getByRole('button', { name: client, exact: true }).click()
    await page.getByRole('tab', { name: language, exact: true }).click()
    // The panel of the previous tab stays for the length of its transition.
    const code = page.getByRole('tabpanel', { name: language, exact: true }).locator('pre')
    await code.waitFor()
    return (await code.textContent())!
  }
  const environment = () => {
    const { OPENAI_BASE_URL } = world.fake.environment()
    return { ...process.env, API_KEY: world.app.key, OPENAI_API_KEY: 'fake', OPENAI_BASE_URL }
  }
  const node = async (code: string) =>
    (await execute('node', ['--input-type=module', '-e', code], { env: environment() })).stdout
  const shell = async (code: string) =>
    JSON.parse(
      (await execute('sh', ['-c', code.replace('curl ', 'curl -s ')], { env: environment() })).stdout,
    )
  const newest = async () => {
    const { body } = await world.api.post('/api/public/v2/requests/search', { per_page: 1 })
    return body.items[0]
  }

  it('runs through Galley, from JavaScript and the shell', async () => {
    assert.match(await node(await codeOf('Run through Galley', 'JavaScript')), /Greet O'Neil\./)
    await page.locator('pre .text-note', { hasText: '"prompt_name"' }).waitFor()
    assert.match((await shell(await codeOf('Run through Galley', 'cURL'))).text, /Greet O'Neil\./)
  })

  it('reads the prompt, calls the provider and logs the request', async () => {
    assert.match(await node(await codeOf('Read and call the provider', 'JavaScript')), /Greet O'Neil\./)
    const request = await newest()
    assert.deepEqual([request.prompt_id, request.prompt_version_number], [prompt, 1])
    const read = await shell(await codeOf('Read and call the provider', 'cURL'))
    assert.match(JSON.stringify(read.llm_kwargs), /Greet O'Neil\./)
  })

  it('reads through a dynamic label with metadata, and logs the calls of tools', async () => {
    const tool = functionTool('find_person', 'Finds a person')
    await world.api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name: "ada's greeting" },
      prompt_version: { prompt_template: { ...chat(user('Greet {name}.')), tools: [tool] }, metadata: gpt() },
    })
    const rules = [
      { segment: { plan: ['trial', 'free'] }, splits: [{ version_number: 2, percentage: 100 }] },
      { segment: null, splits: [{ label: 'prod', percentage: 100 }] },
    ]
    const created = await world.api.post('/api/public/v2/dynamic-labels', {
      prompt_id: prompt,
      name: 'canary',
      sticky_key: 'customer',
      rules,
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    await page.reload()
    await page.getByRole('combobox', { name: 'Version' }).click()
    await page.getByRole('option', { name: 'canary, splits reads' }).click()
    const ran = await shell(await codeOf('Run through Galley', 'cURL'))
    assert.deepEqual([ran.prompt.version, ran.prompt.label], [2, 'canary'])
    await node(await codeOf('Read and call the provider', 'JavaScript'))
    const { id, prompt_version_number, metadata } = await newest()
    const sent = metadata.map(({ key, value }: Record<string, string>) => `${key} ${value}`)
    assert.deepEqual([prompt_version_number, ...sent], [2, 'customer ada', 'plan trial'])
    const { body } = await world.api.get(`/api/public/v2/requests/${id}`)
    const { messages } = body.prompt_blueprint.prompt_template
    assert.equal(messages.at(-1).tool_calls[0].function.name, 'find_person')
  })

  it('logs afterwards, from JavaScript, the shell and OpenTelemetry', async () => {
    const ids = [
      Number(await node(await codeOf('Log afterwards', 'JavaScript'))),
      (await shell(await codeOf('Log afterwards', 'cURL'))).id,
    ]
    const code = await codeOf('Log afterwards', 'OpenTelemetry')
    const installed = [...code.split('\n')[0]!.matchAll(/(@opentelemetry\/[\w-]+)@([\d.]+)/g)]
    assert.equal(installed.length, 2)
    for (const [, name, version] of installed)
      assert.ok(
        devDependencies[name!]?.startsWith(`${version}.`),
        `${name} of version ${version} is not tested`,
      )
    await node(code)
    const request = await newest()
    assert.ok(!ids.includes(request.request_id) && request.prompt_id === prompt)
    for (const id of ids) {
      const { body } = await world.api.get(`/api/public/v2/requests/${id}`)
      assert.deepEqual([body.prompt_id, body.prompt_version_number], [prompt, 1], JSON.stringify(body))
    }
    await assertAccessible(page)
    assert.deepEqual(complaints, [])
  })
})
