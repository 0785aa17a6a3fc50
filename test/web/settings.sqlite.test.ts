import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { type ReadableCopy, setCopyOf } from '../../src/server/clickhouse-copy/copies.ts'
import { recordBackup } from '../../src/server/last-backup.ts'
import { log } from '../journeys/support/requests.ts'
import { addVersion, createTool, functionTool, toolPath } from '../journeys/support/tools.ts'
import type { TestApp } from '../kit/app.ts'
import { assertAccessible, assertPopupInBothThemes } from './accessible.ts'
import { startAppAndBrowser } from './app-and-browser.ts'
import { chooseModel } from './compose.ts'
import { undo } from './locators.ts'
import { copiedBy, waitUntilEqual } from './wait-until-equal.ts'

const status = {
  state: 'complete',
  read_from: 'clickhouse',
  pending: 1_200,
  problem: 'ClickHouse at log:8443 has no space left on its disk.',
  fallbacks: 0,
} as const
const fullCopy: ReadableCopy = {
  view: async () => null,
  status: async () => ({ ...status, traces: { ...status, pending: 0, problem: null } }),
  sizeBytes: async () => 5_300_000_000,
  eraseDeleted: async () => true,
}

describe('the settings', () => {
  let app: TestApp
  const { openAt, openPage, openTab } = startAppAndBrowser(async (started) => {
    ;({ app } = started)
    await app.api.post('/rest/prompt-templates', endpoints.publishTemplate.example.body)
    await app.api.post('/api/public/v2/connections', {
      name: 'openai',
      provider: 'openai',
      api_key: 'sk-0123456',
    })
    await app.api.post('/api/public/v2/env-vars', { key: 'CRM_REGION', value: 'eu-central-12345' })
    await app.api.post('/api/public/v2/mcp-servers', { name: 'search', url: 'http://127.0.0.1:1/mcp' })
    await app.api.post('/api/public/v2/tool-registry', {
      ...endpoints.createTool.example.body,
      name: 'find_customer',
    })
  })

  it('rename the workspace, and make a tool', async () => {
    const page = await openAt('/settings')
    await page.getByText(`${app.baseUrl}/auth/oidc/callback`).waitFor()
    await page.getByLabel('Workspace name').fill('Outdoor shop')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'Workspace Outdoor shop' }).waitFor()
    await page.getByRole('link', { name: 'Protected labels' }).click()
    await page.getByRole('button', { name: 'What is Protected label?' }).click()
    await page.getByText('A label that only admins move.').waitFor()
    await assertPopupInBothThemes(page)
    await page.keyboard.press('Escape')
    await page
      .getByRole('navigation', { name: 'Galley' })
      .getByRole('link', { name: 'Tools & snippets' })
      .click()
    await page.getByRole('button', { name: 'New tool' }).click()
    const tool = page.getByRole('dialog', { name: 'New tool' })
    await tool.getByRole('textbox', { name: 'Name of the tool' }).fill('find order')
    await tool.getByText('Use letters, digits, underscores and hyphens').waitFor()
    const views = tool.getByRole('group', { name: 'View of Definition of the tool' })
    await views.getByText('JSON').click()
    await tool.getByRole('textbox', { name: 'Definition of the tool' }).waitFor()
    await views.getByText('Builder').click()
    await tool.getByText('Use letters, digits, underscores and hyphens').waitFor()
    assert.ok(await tool.getByRole('button', { name: 'Create tool' }).isDisabled())
    await assertAccessible(page)
    await tool.getByRole('textbox', { name: 'Name of the tool' }).fill('find_order')
    await tool.getByRole('textbox', { name: 'Description of the tool' }).fill('Finds an order')
    await tool.getByRole('button', { name: 'Add parameter to find_order' }).click()
    await tool.getByRole('button', { name: 'Create tool' }).click()
    await page.getByRole('button', { name: 'find_order', exact: true }).click()
    const opened = page.getByRole('dialog', { name: 'find_order v1' })
    await opened
      .getByRole('textbox', { name: 'Description of the tool' })
      .fill('Finds an order by its number')
    await opened.getByLabel('Run by Galley').selectOption('JavaScript')
    assert.ok(await opened.getByRole('button', { name: 'Save v2' }).isDisabled())
    await opened.getByLabel('Code', { exact: true }).fill('return { found: args.number }')
    const trial = opened.getByRole('region', { name: 'Test' })
    await trial.getByLabel('Test with arguments').fill('{"number": 7')
    await trial.getByText('Write a JSON object with the arguments.').waitFor()
    assert.ok(await trial.getByRole('button', { name: 'Run code' }).isDisabled())
    await trial.getByLabel('Test with arguments').fill('{"number": 7}')
    await trial.getByRole('button', { name: 'Run code' }).click()
    await trial.getByRole('status').getByText('"found": 7').waitFor()
    await opened.getByLabel('Code', { exact: true }).fill('return { found: args.number.parcel.state }')
    await trial.getByRole('button', { name: 'Run code' }).click()
    await trial
      .getByRole('status')
      .getByText(/^TypeError: .*\(line 1\)$/)
      .waitFor()
    await opened.getByLabel('Code', { exact: true }).fill('return { found: args.number }')
    await opened.getByLabel('What changed').fill('Has code')
    await assertAccessible(page)
    await opened.getByRole('button', { name: 'Save v2' }).click()
    await page.getByText('find_order v2 saved').waitFor()
    await page.getByRole('button', { name: 'find_order', exact: true }).click()
    const unchanged = page.getByRole('dialog', { name: 'find_order v2' })
    assert.ok(await unchanged.getByRole('button', { name: 'Save v3' }).isDisabled())
    const { id: toolId, version: second } = (await app.api.get('/api/public/v2/tool-registry/find_order'))
      .body.tool_registry
    await app.api.post(`/api/public/v2/tool-registry/${toolId}/versions`, {
      tool_definition: second.tool_definition,
    })
    await page.getByText('v3 was saved meanwhile.').waitFor()
    await page.getByRole('button', { name: 'Save v4' }).waitFor()
    await page.keyboard.press('Escape')
    const listed = page.getByRole('row').filter({ hasText: 'find_order' })
    await listed.getByText('v3', { exact: true }).waitFor()
    await page.getByLabel('Find tools').fill('CUSTOMER')
    await listed.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'find_customer', exact: true }).waitFor()
    await page.getByLabel('Find tools').fill('')
    await page.getByRole('button', { name: 'find_order', exact: true }).click()
    const latest = page.getByRole('dialog', { name: 'find_order v3' })
    await latest.getByLabel('Version').selectOption('v2')
    const older = page.getByRole('dialog', { name: 'find_order v2' })
    await older.getByText(/^Saved .*: Has code$/).waitFor()
    assert.equal(
      await older.getByLabel('Code', { exact: true }).inputValue(),
      'return { found: args.number }',
    )
    await assertAccessible(page)
    await older.getByLabel('Code', { exact: true }).fill('return { found: false }')
    assert.ok(await older.getByLabel('Version').isDisabled())
    await older.getByLabel('Code', { exact: true }).fill('return { found: args.number }')
    await older.getByRole('button', { name: 'Save v4' }).click()
    await page.getByText('find_order v4 saved').waitFor()
    const { body: again } = await app.api.get('/api/public/v2/tool-registry/find_order')
    assert.equal(again.tool_registry.version.execution.code, 'return { found: args.number }')
    const { body: stored } = await app.api.get('/api/public/v2/tool-registry/find_order?version=2')
    const { version_number, execution, tool_definition, commit_message } = stored.tool_registry.version
    assert.deepEqual(
      [version_number, execution.code, tool_definition.function.description, commit_message],
      [2, 'return { found: args.number }', 'Finds an order by its number', 'Has code'],
    )
  })

  it('labels of a tool are made, moved and deleted, and the tool is deleted and restored', async () => {
    const tool_registry = await createTool(app.api, 'find_parcel')
    await addVersion(app.api, 'find_parcel', { tool_definition: functionTool('find_parcel', 'Finds it') })
    const labels = async () => {
      const { body } = await app.api.get(toolPath('find_parcel'))
      return body.tool_registry.labels.map(({ name, version_number }: Record<string, unknown>) => [
        name,
        version_number,
      ])
    }
    const { page } = await openTab()
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'More for find_parcel' }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    // The address of earlier versions.
    await page.goto('/settings/tools')
    await choose('Labels')
    assert.equal(new URL(page.url()).pathname, '/tools')
    const dialog = page.getByRole('dialog', { name: 'Labels of find_parcel' })
    await dialog.getByLabel('New label').fill('prod')
    await dialog.getByLabel('Version').selectOption('v1')
    await dialog.getByRole('button', { name: 'Add label' }).click()
    await page.getByText('prod points at v1').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Move prod' }).click()
    await page.getByRole('menuitem', { name: 'Move to v2, the newest' }).click()
    await page.getByText('prod moved to v2').waitFor()
    assert.deepEqual(await labels(), [['prod', 2]])
    await undo(page, 'prod moved to v2')
    await page.getByText('prod moved to v1').waitFor()
    await dialog.getByRole('button', { name: 'Delete label prod' }).click()
    await dialog.getByText('The tool has no labels.').waitFor()
    await undo(page, 'prod deleted')
    await dialog.getByRole('button', { name: 'Move prod' }).waitFor()
    assert.deepEqual(await labels(), [['prod', 1]])
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    const remove = async () => {
      await choose('Delete')
      await page.getByLabel('Write “find_parcel” to continue').fill('find_parcel')
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByText('find_parcel deleted').first().waitFor()
    }
    await remove()
    await undo(page, 'find_parcel deleted')
    await page.getByText('find_parcel restored').waitFor()
    await remove()
    await page.goto('/settings/recently-deleted')
    await page.getByRole('button', { name: 'Restore find_parcel' }).click()
    await page.getByText('find_parcel restored').waitFor()
    assert.deepEqual(await labels(), [['prod', 1]])
    assert.equal((await app.api.get(toolPath(tool_registry.tool_registry.id))).status, 200)
  })

  it('a key is shown once, and revoked by its name', async () => {
    const page = await openAt('/settings/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('the shop')
    await page.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new key' })
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    const key = await copiedBy(page, () => shown.getByRole('button', { name: 'Copy key' }).click())
    const asKey = await fetch(`${app.baseUrl}/prompt-templates`, { headers: { 'X-API-KEY': key } })
    assert.equal(asKey.status, 200)
    await shown.getByRole('button', { name: 'I saved it' }).click()
    await page.getByRole('button', { name: 'Revoke the shop' }).click()
    const confirm = page.getByRole('dialog', { name: 'Revoke the shop?' })
    assert.ok(await confirm.getByRole('button', { name: 'Revoke' }).isDisabled())
    await confirm.getByRole('textbox').fill('the shop')
    await confirm.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Key revoked').waitFor()
    const reply = await fetch(`${app.baseUrl}/prompt-templates`, { headers: { 'X-API-KEY': key } })
    assert.equal(reply.status, 401)
  })

  it('invite a colleague who may not publish', async () => {
    const { page, complaints } = await openPage('dark')
    await page.goto('/settings/members')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('E-mail').fill('grace@example.com, hopper@example.com, ada@example.com')
    await page.getByRole('combobox', { name: 'Role' }).click()
    await assertAccessible(page)
    await page.getByRole('option', { name: /^Contributor/ }).click()
    await page.getByRole('button', { name: 'Create links' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send each person their link' })
    await dialog.getByRole('alert').getByText('ada@example.com').waitFor()
    const copied = (name: string) =>
      copiedBy(page, () => dialog.getByRole('button', { name: `Copy ${name}` }).click())
    const lines = (await copied('all 2 links')).split('\n')
    assert.deepEqual(
      lines.map((line) => line.split(' ')[0]),
      ['grace@example.com', 'hopper@example.com'],
    )
    const link = await copied('link for grace@example.com')
    assert.equal(`grace@example.com ${link}`, lines[0])
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'I sent them' }).click()
    await page.getByRole('table', { name: 'Invitations' }).getByText('grace@example.com').waitFor()
    await page.getByRole('button', { name: 'New link for hopper@example.com' }).click()
    const again = page.getByRole('dialog', { name: 'Send this link to hopper@example.com' })
    const renewed = await copiedBy(page, () => again.getByRole('button', { name: /^Copy/ }).click())
    assert.ok(renewed.includes('/join#') && !lines[1]!.endsWith(renewed))
    await again.getByRole('button', { name: 'I sent it' }).click()

    const { page: hers } = await openPage('light', null)
    await hers.goto(link!)
    await hers.getByRole('heading', { name: /^Join / }).waitFor()
    await hers.getByText('Ada invites you to work in this workspace.').waitFor()
    await hers.getByText('Contributor: creates and changes, cannot release').waitFor()
    await assertAccessible(hers)
    await hers.getByLabel('Your name').fill('Grace')
    await hers.getByLabel('Password').fill('another long passphrase')
    await hers.getByRole('button', { name: 'Join' }).click()
    await hers.getByRole('link', { name: 'greeting' }).click()
    await hers.getByRole('heading', { name: 'greeting', level: 1 }).waitFor()
    await hers.getByText('first words').waitFor()
    assert.equal(await hers.getByRole('button', { name: 'Move label' }).count(), 0)
    await hers.getByRole('combobox', { name: 'Model', exact: true }).waitFor()
    await hers.getByRole('textbox', { name: /message 1/ }).click()
    await hers.keyboard.type('Hers. ')
    await hers.keyboard.press('Control+s')
    await hers.getByRole('dialog').getByLabel('What changed').fill('hers')
    await hers.getByText('request a release once the version is saved').waitFor()
    assert.equal(await hers.getByText('Move labels to the new version').count(), 0)
    await hers.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await hers.getByText('v2 saved').waitFor()
    const { body } = await app.api.post('/prompt-templates/greeting', { label: 'prod' })
    assert.equal(body.version, 1)
    const refused = await hers.evaluate(async () => {
      const answer = await fetch('/prompt-labels/1', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: '{"prompt_version_number":2}',
      })
      return answer.status
    })
    assert.equal(refused, 403)
    await hers.goto('/welcome')
    await hers.getByRole('heading', { name: 'Home' }).waitFor()
    await hers.getByRole('region', { name: 'First steps' }).waitFor()
    // The steps for admins are hidden.
    assert.equal(await hers.getByText('Add a provider key').count(), 0)
    await assertAccessible(hers)
    await page.goto('/settings/audit')
    await page.getByRole('row', { name: /Grace/ }).first().getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByLabel('Search changes').fill('GRACE@example')
    await page
      .getByRole('row', { name: /Ada Invite grace@example\.com/ })
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: 'Who' }).click()
    await page.getByRole('option', { name: 'first key (API key)' }).waitFor()
    await page.getByRole('option', { name: 'Grace' }).click()
    await page.getByRole('row', { name: /Grace Accept invitation/ }).waitFor()
    await waitUntilEqual(() => page.getByRole('row', { name: /Ada Invite/ }).count(), 0)
    await assertAccessible(page)
    await page.getByRole('combobox', { name: 'Time' }).click()
    await page.getByRole('option', { name: 'Last hour' }).click()
    await page.getByRole('row', { name: /Grace Accept invitation/ }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('link', { name: 'Download' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'audit-log.jsonl')
    const exported = (await text(await download.createReadStream())).trim().split('\n')
    assert.ok(exported.length > 0 && exported.every((line) => JSON.parse(line).actor.name === 'Grace'))
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('status of 409')),
      [],
    )
  })

  it('an invitation stays if its new link cannot be made', async () => {
    const invited = { email: 'Pat <pat@example.com>, "Lin, Sam" <sam@example.com>' }
    const page = await openAt('/settings/members', { expects: /status of 503/ })
    const own = page.getByRole('row', { name: /^Ada/ })
    await own.getByText('the only one').waitFor()
    assert.equal(await own.getByRole('combobox').count(), 0)
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('E-mail').fill(invited.email)
    await page.getByRole('button', { name: 'Create links' }).click()
    const links = page.getByRole('list', { name: 'Links' })
    await links.getByText('sam@example.com').waitFor()
    assert.equal(await links.getByRole('listitem').count(), 2)
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.getByRole('button', { name: 'I sent them' }).click()
    await page.route('**/invitations**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { success: false, message: 'The storage is away.' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'New link for pat@example.com' }).click()
    await page.getByRole('alert').getByText('The storage is away.').waitFor()
    await page.reload()
    await page.getByRole('table', { name: 'Invitations' }).getByText('pat@example.com').waitFor()
  })

  it('errors are shown at their fields; saved settings are shown without their secret', async () => {
    const page = await openAt('/settings/variables', { expects: /./ })
    await page.getByRole('button', { name: 'Add variable' }).click()
    await page.getByLabel('Name').fill('1 wrong')
    await page.getByLabel('Value').fill('something secret')
    await page.getByRole('button', { name: 'Save variable' }).click()
    await page.getByText('must be letters, digits and underscores').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Name').fill('CRM_REGION')
    await page.getByRole('button', { name: 'Save variable' }).click()
    await page.getByText('This name is already used.').waitFor()
    await page.getByLabel('Name').fill('CRM_TOKEN')
    await page.getByRole('button', { name: 'Save variable' }).click()
    await page.getByText('••••cret').waitFor()
    await page.getByText('something secret').waitFor({ state: 'detached' })
  })

  it('a variable is restricted to a role, a tool and a host', async () => {
    await createTool(app.api, 'find_invoice')
    const created = await app.api.post('/api/public/v2/env-vars', {
      key: 'BILLING_TOKEN',
      value: 'a secret value',
    })
    assert.equal(created.status, 201)
    const page = await openAt('/settings/variables', { theme: 'dark', expects: /status of 422/ })
    await page.getByRole('button', { name: 'Restrict BILLING_TOKEN' }).click()
    await page.getByRole('combobox', { name: 'Runs started by' }).click()
    await page.getByRole('option', { name: 'Publishers and above' }).click()
    await page.getByRole('combobox', { name: 'Used by' }).click()
    await page.getByRole('option', { name: 'Only the chosen ones' }).click()
    await page.getByRole('checkbox', { name: /find_invoice/ }).check()
    await page.getByLabel('Sent to').fill('https://billing.example.com')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save restriction' }).click()
    await page.getByText('must be a host name').waitFor()
    await page.getByLabel('Sent to').fill('billing.example.com')
    await page.getByRole('button', { name: 'Save restriction' }).click()
    await page.getByText('Publishers and above · 1 place · billing.example.com').waitFor()
  })

  it("shows the size of the database and the sandbox's protection", async () => {
    await app.api.post('/log-request', endpoints.logRequest.example.body)
    const page = await openAt('/settings/storage')
    const section = page.getByRole('region', { name: 'Storage' })
    await section.getByText(/^SQLite 3/).waitFor()
    const table = section.getByRole('table', { name: 'Parts of the database' })
    assert.equal(await table.getByRole('row').count(), 7)
    await section.getByText(app.context.config.folder).waitFor()
    await section.getByText('Galley makes no backups by itself').waitFor()
    await section.getByText('none known').waitFor()
    const at = new Date(Date.now() - 26 * 3_600_000).toISOString()
    recordBackup(app.context.config.folder, { at, file: '/backups/a', bytes: 5_100_000, schema: 1 })
    await section.getByRole('button', { name: 'Measure again' }).click()
    await section.getByText('5.1 MB').waitFor()
    const traces = { ...status, state: 'changes', read_from: 'database', pending: 0, problem: null } as const
    setCopyOf(app.context.store, {
      ...fullCopy,
      status: async () => ({ ...status, pending: 0, problem: null, traces }),
    })
    await section.getByRole('button', { name: 'Measure again' }).click()
    await section
      .getByText(
        'requests: all · traces: only new entries are copied (galley log backfill copies the others), not searched',
      )
      .waitFor()
    setCopyOf(app.context.store, fullCopy)
    await section.getByRole('button', { name: 'Measure again' }).click()
    await section.getByText('Log in ClickHouse (searched)').waitFor()
    await section.getByText('5.3 GB').waitFor()
    await section
      .getByText('ClickHouse at log:8443 has no space left on its disk · ≈ 1,200 changes are not copied yet')
      .waitFor()
    await section.getByRole('link', { name: 'How long they are kept' }).click()
    await page.getByRole('region', { name: 'Retention' }).waitFor()
    await page.getByRole('link', { name: 'Code' }).click()
    const { level, details } = await app.context.sandbox.level()
    const sandbox = page.getByRole('region', { name: 'Sandbox' })
    const isWalled = level === 'bubblewrap' || level === 'namespaces'
    await sandbox
      .getByText(isWalled ? 'isolated by the operating system' : 'not isolated by the operating system')
      .waitFor()
    await sandbox.getByText('Test results').click()
    await sandbox.getByText(details).waitFor()
    await assertAccessible(page)
  })

  it('a price list is previewed, imported, and replaced by the built-in list', async () => {
    const { page, complaints } = await openTab()
    await page.goto('/settings/prices')
    await page.getByRole('button', { name: 'Import a list' }).click()
    await page.getByLabel('URL').fill('http://prices.example.com/list.json')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('URL must be an https URL').waitFor()
    await page.getByLabel('URL').fill('')
    const dialog = page.getByRole('dialog', { name: 'Import a price list' })
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('Choose a file, or enter a URL.').waitFor()
    const file = (text: string) => ({
      name: 'ours.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await dialog.getByLabel('File').setInputFiles(file('{}'))
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText(/must hold at least one model/).waitFor()
    assert.match(complaints.splice(0).join(), /^logged .* 422 /)
    const list = {
      'gpt-4o': { litellm_provider: 'openai', input_cost_per_token: 5e-6, output_cost_per_token: 1e-5 },
      ours: { litellm_provider: 'openai', input_cost_per_token: 1e-6 },
    }
    await dialog.getByLabel('File').setInputFiles(file(JSON.stringify(list)))
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText(/^Models: .* 1 new\.$/).waitFor()
    const changes = dialog.getByRole('table', { name: 'Changes of the price list' })
    await changes
      .getByRole('row', { name: /gpt-4o openai/ })
      .getByText('$2.5 → $5')
      .waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Use this list' }).click()
    await dialog.getByText('New requests are priced by ours.json').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Reprice the last 30 days' }).click()
    await page.getByRole('dialog', { name: 'Reprice' }).getByRole('button', { name: 'Cancel' }).click()
    const lists = page.getByRole('table', { name: 'Price lists' })
    const imported = lists.getByRole('row', { name: /ours\.json/ })
    await imported.getByText('In force').waitFor()
    await imported.getByText('LiteLLM format').waitFor()
    await lists.getByRole('button', { name: 'Use genai-prices 0.1.8' }).click()
    const back = page.getByRole('dialog', { name: 'Use genai-prices 0.1.8' })
    await back.getByRole('button', { name: 'Use this list' }).click()
    await back.getByText('New requests are priced by genai-prices').waitFor()
    await back.getByRole('button', { name: 'Close' }).first().click()
    await lists
      .getByRole('row', { name: /genai-prices 0\.1\.8/ })
      .getByText('In force')
      .waitFor()
    // Changes of others are shown without a reload.
    const { body } = await app.api.post('/api/public/v2/price-overrides', {
      model: 'elsewhere',
      rates: { input: 1 },
    })
    const elsewhere = page.getByRole('row', { name: /elsewhere/ })
    await elsewhere.waitFor()
    await app.api.delete(`/api/public/v2/price-overrides/${body.price_override.id}`)
    await elsewhere.waitFor({ state: 'detached' })
  })

  it('a price is added where prices are listed, leads to the ledger, and is deleted by name', async () => {
    const { page, complaints } = await openTab({ theme: 'dark' })
    await page.goto('/settings/prices')
    await page.getByRole('button', { name: 'Add price' }).click()
    const dialog = page.getByRole('dialog', { name: 'Price of a model' })
    await dialog.getByLabel('Model').fill('our-model-*')
    await dialog.getByLabel('Input').fill('0.30')
    await dialog.getByLabel('Output').fill('1.20')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Set price' }).click()
    const row = page.getByRole('row', { name: /our-model-\*/ })
    for (const rate of ['$0.30', '$1.20']) await row.getByText(rate, { exact: true }).waitFor()
    await row.getByText('any time').waitFor()
    await page.getByRole('button', { name: 'Add price' }).click()
    await dialog.getByLabel('Model').fill('our-batches')
    await dialog.getByLabel('Input').fill('0.15')
    await dialog.getByLabel('Service tier').fill('batch')
    await dialog.getByLabel('From').fill('2026-02-01')
    await dialog.getByLabel('Until').fill('2026-01-01')
    await dialog.getByRole('button', { name: 'Set price' }).click()
    await dialog.getByText('must be after `from`').waitFor()
    assert.match(complaints.splice(0).join(), /^logged .* 422 /)
    await dialog.getByLabel('Until').fill('2026-03-01')
    await dialog.getByRole('button', { name: 'Set price' }).click()
    const tiered = page.getByRole('row', { name: /our-batches/ })
    await tiered.getByText('2026-02-01 until 2026-03-01').waitFor()
    await tiered.getByText('batch', { exact: true }).waitFor()
    await assertAccessible(page)
    await tiered.getByRole('button', { name: 'Delete the price of our-batches' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('our-batches')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await tiered.waitFor({ state: 'detached' })
    await row.getByRole('button', { name: 'Delete the price of our-model-*' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('our-model-*')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No prices of your own').waitFor()
    await page.getByRole('link', { name: 'cost ledger' }).click()
    await page.waitForURL(/\/analytics\?part=costs/)
    await page.getByText('No requests in this time range').waitFor()
  })

  it('the default models are chosen from the price list, and the server has its own', async () => {
    const page = await openAt('/settings/models')
    const evaluator = async () => {
      const { body } = await app.api.get('/api/public/v2/workspace')
      return body.workspace.settings.evaluator_model
    }
    const control = page.getByRole('combobox', { name: 'Evaluator model' })
    await control.getByText('gpt-4.1-mini').waitFor()
    await chooseModel(page, 'claude-haiku-4-5', /^claude-haiku-4-5 /, 'Evaluator model')
    await page.getByText('The default is gpt-4.1-mini of OpenAI.').waitFor()
    await waitUntilEqual(evaluator, { provider: 'anthropic', name: 'claude-haiku-4-5', parameters: {} })
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Use the default' }).click()
    await control.getByText('gpt-4.1-mini').waitFor()
    await waitUntilEqual(evaluator, null)
  })

  it('tests an MCP server, and switches the network of the sandbox', async () => {
    const page = await openAt('/settings/mcp-servers', { expects: /status of 422/ })
    await page.getByRole('button', { name: 'Test search' }).click()
    await page.getByText(/^Failing:/).waitFor()
    await page.getByRole('button', { name: 'Add server' }).click()
    const dialog = page.getByRole('dialog')
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
    await field('Name').fill('files')
    await field('Address').fill('https://example.com/mcp')
    await dialog.getByLabel('Value of the header').fill('secret')
    const add = dialog.getByRole('button', { name: 'Add server' })
    await add.click()
    await dialog.getByText('Enter the name of the header.').waitFor()
    await field('Header').fill('my token')
    await add.click()
    await dialog.getByText('must be a valid header name').waitFor()
    assert.equal(await field('Header').getAttribute('aria-invalid'), 'true')
    assert.equal(await dialog.getByRole('alert').count(), 0)
    await page.keyboard.press('Escape')
    await page.goto('/settings/code')
    await page.getByRole('switch').click()
    await page.getByText('Setting saved').waitFor()
    const { body } = await app.api.get('/api/public/v2/workspace')
    assert.equal(body.workspace.settings.sandbox_network, true)
  })

  it('deletes a person after a preview, and gives a receipt', async () => {
    const { page } = await openTab()
    await log(app.api, { metadata: { contact: 'marvin@example.com' } })
    await page.goto('/settings/person-deletions')
    await page.getByRole('button', { name: 'Delete a person…' }).click()
    await page.getByLabel('Identifiers').fill('marvin@example.com')
    await page.getByLabel('Reference').fill('Ticket 7')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('1 request', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('cell', { name: 'Done' }).waitFor()
    await page.getByRole('button', { name: 'Receipt' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('region', { name: 'Deleted' }).getByText('1 request', { exact: true }).waitFor()
    await assertAccessible(page)
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download' }).click()
    const receipt = await text(await (await download).createReadStream())
    assert.equal(JSON.parse(receipt).person_deletion.deleted.requests, 1)
    assert.ok(receipt.includes('Ticket 7') && !receipt.includes('marvin'))
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await assertAccessible(page)
  })

  it('masks a text by rules before they are saved, and tries them on requests', async () => {
    const { page } = await openTab({ expects: /status of 422/ })
    await log(app.api, { tags: ['to ada@example.com'] })
    await page.goto('/settings/privacy')
    await page.getByText('No rule is set.').waitFor()
    for (const rule of ['Email addresses', 'Card numbers', 'Pattern']) {
      await page.getByRole('button', { name: 'Add rule' }).click()
      await page.getByRole('menuitem', { name: rule }).click()
    }
    await page.getByRole('button', { name: 'Dry run' }).click()
    const problem = page.getByRole('list', { name: 'Rules' }).getByRole('alert')
    await problem.getByText('Must not be empty').waitFor()
    await page.getByLabel('Pattern of Own pattern').fill('C-[0-9]{6}')
    await problem.waitFor({ state: 'detached' })
    // Unsaved rules are not lost by a click beside them.
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Retention' }).click()
    await assertAccessible(page)
    await leaving.getByRole('button', { name: 'Stay' }).click()
    const closing = page.waitForEvent('dialog')
    await page.evaluate('setTimeout(() => location.reload())')
    await (await closing).dismiss()
    await page.getByRole('textbox', { name: 'Try a text' }).fill('Write to ada@example.com about C-123456.')
    await page.getByRole('button', { name: 'Mask', exact: true }).click()
    await page.getByText('Write to [EMAIL] about [OWN_PATTERN].').waitFor()
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('Email addresses: 1 value in 1 request').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Rules saved').waitFor()
    const { body } = await app.api.get('/api/public/v2/masking')
    assert.deepEqual(
      body.rules.map(({ name, found }: { name: string; found: number }) => [name, found]),
      [
        ['Email addresses', 0],
        ['Card numbers', 0],
        ['Own pattern', 0],
      ],
    )
  })

  it('previews the deletions of retention rules before they are saved', async () => {
    const page = await openAt('/settings/retention')
    await page.getByText('No tag has a rule.').waitFor()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel('Tag', { exact: true }).fill('debug')
    await page.getByRole('link', { name: 'Privacy' }).click()
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leaving.getByRole('button', { name: 'Discard changes' }).click()
    await page.waitForURL('**/settings/privacy')
    await page.goBack()
    // Privacy has a button with this name too.
    await page.getByText('No tag has a rule.').waitFor()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel('Tag', { exact: true }).fill('debug')
    await page.getByLabel('Days', { exact: true }).fill('soon')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('alert').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Days', { exact: true }).fill('7')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByText('No request or trace is older than these rules allow.').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save rules' }).click()
    await page.getByText('Rules saved').waitFor()
    const { body } = await app.api.get('/api/public/v2/retention')
    assert.deepEqual(body.rules, [{ tag: 'debug', days: 7 }])
  })

  it('exports the log on a schedule, and names missing settings', async () => {
    const page = await openAt('/settings/log-export')
    await page.getByRole('button', { name: 'Every hour' }).click()
    await page.getByRole('button', { name: 'Parquet' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('There is no export yet').waitFor()
    await page.getByText('GALLEY_S3_ENDPOINT').waitFor()
    const { every, format, include_content } = (await app.api.get('/api/public/v2/log-export')).body
      .log_export
    assert.deepEqual([every, format, include_content], ['hour', 'parquet', false])
    await page.getByRole('button', { name: 'Off' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('There is no export yet').waitFor({ state: 'detached' })
  })

  it('restore a deleted table and workflow, and a deleted prompt whose name is taken', async () => {
    const { page } = await openTab({ expects: /status of 409/ })
    const publish = async (name: string) => {
      const body = { ...endpoints.publishTemplate.example.body, prompt_template: { prompt_name: name } }
      return (await app.api.post('/rest/prompt-templates', body)).body.id as number
    }
    const id = await publish('apology')
    const table = (await app.api.post('/api/public/v2/tables', { title: 'Complaints' })).body.table.id
    await page.goto('/tables')
    await page.getByRole('button', { name: 'More for Complaints' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const confirm = page.getByRole('dialog')
    await confirm.getByText('For 30 days you can restore it in Settings, Recently deleted.').waitFor()
    await confirm.getByRole('textbox').fill('Complaints')
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Complaints deleted').waitFor()
    await app.api.delete('/api/public/v2/folders/entities', {}, { entities: [{ id, type: 'PROMPT' }] })
    await publish('apology')
    const workflow = { ...endpoints.createWorkflow.example.body, name: 'triage' }
    const { workflow_id } = (await app.api.post('/rest/workflows', workflow)).body
    const entities = [{ id: workflow_id, type: 'WORKFLOW' }]
    await app.api.delete('/api/public/v2/folders/entities', {}, { entities })
    const sets = '/api/public/v2/input-variable-sets'
    const set = { name: 'a customer in Berlin', variables: { city: 'Berlin' } }
    const { id: setId } = (await app.api.post(sets, set)).body.input_variable_set
    await app.api.delete(`${sets}/${setId}`)

    await page.goto('/settings/recently-deleted')
    await page.getByRole('button', { name: `Restore ${set.name}` }).click()
    await page.getByText(`${set.name} restored`).waitFor()
    assert.equal((await app.api.get(`${sets}/${setId}`)).status, 200)
    await page.getByRole('button', { name: 'Restore Complaints' }).click()
    await page.getByText('Complaints restored').waitFor()
    await waitUntilEqual(() => page.getByRole('button', { name: 'Restore Complaints' }).count(), 0)
    assert.equal((await app.api.get(`/api/public/v2/tables/${table}`)).status, 200)
    await page.getByRole('button', { name: 'Restore apology' }).click()
    const dialog = page.getByRole('dialog', { name: 'Another prompt is named apology' })
    await assertAccessible(page)
    await dialog.getByRole('textbox').fill('apology')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await dialog.getByText('Another template has this name').waitFor()
    await dialog.getByRole('textbox').fill('apology of before')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('apology of before restored').waitFor()
    await page.getByRole('button', { name: 'Restore triage' }).click()
    await page.getByText('triage restored').waitFor()
    await waitUntilEqual(() => page.getByRole('button', { name: 'Restore triage' }).count(), 0)
    assert.equal((await app.api.get('/workflows/triage')).status, 200)
    assert.equal((await app.api.post('/prompt-templates/apology%20of%20before')).body.id, id)
  })

  it('make, rename and change an input variable set, and undo its deletion', async () => {
    const { page } = await openTab({ expects: /status of 409/ })
    const sets = '/api/public/v2/input-variable-sets'
    await app.api.post(sets, { name: 'taken', variables: {} })
    await page.goto('/settings/variable-sets')
    await page.getByRole('button', { name: 'New set' }).click()
    const newSet = page.getByRole('dialog', { name: 'New input variable set' })
    await newSet.getByLabel('Name').fill('taken')
    await newSet.getByLabel('Add a variable').fill('city')
    await page.keyboard.press('Enter')
    await newSet.getByRole('textbox', { name: 'city' }).fill('Berlin')
    await newSet.getByLabel('Add a variable').fill('city')
    await newSet.getByText('The set already has this variable.').waitFor()
    await newSet.getByLabel('Add a variable').fill('items')
    await newSet.getByRole('button', { name: 'Add', exact: true }).click()
    await newSet.getByRole('button', { name: 'items is JSON' }).click()
    await newSet.getByRole('textbox', { name: 'items' }).fill('["tea", 12345678901234567890]')
    await assertAccessible(page)
    await newSet.getByRole('button', { name: 'Create set' }).click()
    await newSet.getByText('There is an input variable set of this name already.').waitFor()
    await newSet.getByLabel('Name').fill('Ada in Berlin')
    await newSet.getByRole('button', { name: 'Create set' }).click()
    await page.getByText('Ada in Berlin created').waitFor()

    await page.getByRole('button', { name: 'Ada in Berlin', exact: true }).click()
    const opened = page.getByRole('dialog', { name: 'Ada in Berlin' })
    await opened.getByLabel('Name').fill('Ada in Oslo')
    await opened.getByRole('textbox', { name: 'city' }).fill('Oslo')
    await opened.getByRole('button', { name: 'Save set' }).click()
    await page.getByText('Ada in Oslo saved').waitFor()
    const id = (await app.api.get(sets)).body.input_variable_sets.find(
      ({ name }: { name: string }) => name === 'Ada in Oslo',
    ).id as number
    await page.getByRole('button', { name: 'Ada in Oslo', exact: true }).click()
    const renamed = page.getByRole('dialog', { name: 'Ada in Oslo' })
    assert.equal(await renamed.getByRole('textbox', { name: 'city' }).inputValue(), 'Oslo')
    assert.match(
      await renamed.getByRole('textbox', { name: 'items' }).inputValue(),
      /"tea",\s+12345678901234567890/,
    )
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'More for Ada in Oslo' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Ada in Oslo')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Ada in Oslo restored').waitFor()
    await page.getByRole('button', { name: 'Ada in Oslo', exact: true }).click()
    await renamed.getByRole('button', { name: 'Remove items' }).click()
    await page.getByRole('button', { name: 'Save set' }).click()
    await waitUntilEqual(async () => (await app.api.get(`${sets}/${id}`)).body.input_variable_set.variables, {
      city: 'Oslo',
    })
  })

  it('make a skill collection, save its next version, and make an older one the newest', async () => {
    const { page } = await openTab()
    const collection = '/api/public/v2/skill-collections/support-skills'
    await page.goto('/settings/skills')
    await page.getByRole('button', { name: 'New collection' }).click()
    const newCollection = page.getByRole('dialog', { name: 'New skill collection' })
    await newCollection.getByLabel('Name').fill('support-skills')
    await newCollection.getByLabel('Agent').selectOption('Claude Code')
    await newCollection.getByLabel('Add a file').fill('../escape.md')
    await newCollection.getByText('The path must not lead out of the collection.').waitFor()
    await assertAccessible(page)
    await newCollection.getByLabel('Add a file').fill('triage/SKILL.md')
    await page.keyboard.press('Enter')
    await newCollection.getByLabel('Text of triage/SKILL.md').fill('Sort what comes in.')
    await newCollection.getByRole('button', { name: 'SKILL.md', exact: true }).click()
    await newCollection.getByRole('button', { name: 'Remove SKILL.md' }).click()
    await newCollection.getByRole('button', { name: 'Create collection' }).click()
    await page.getByText('support-skills created').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'support-skills' })
    assert.match((await row.getByRole('link', { name: 'Download' }).getAttribute('href'))!, /format=zip/)
    assert.deepEqual((await app.api.get(collection)).body.files, {
      '.claude/skills/triage/SKILL.md': 'Sort what comes in.',
    })

    const opened = (version: number) => page.getByRole('dialog', { name: `support-skills v${version}` })
    await page.getByRole('button', { name: 'support-skills', exact: true }).click()
    assert.ok(await opened(1).getByRole('button', { name: 'Save v2' }).isDisabled())
    await opened(1).getByRole('button', { name: 'Use', exact: true }).click()
    const command = (await opened(1).locator('pre').textContent())!
    const [, address] = /'([^']+)'/.exec(command)!
    const zip = await fetch(address!, { headers: { 'X-API-KEY': app.key } })
    assert.equal(zip.headers.get('content-type'), 'application/zip')
    await assertAccessible(page)
    await opened(1).getByRole('button', { name: 'Files', exact: true }).click()
    const upload = opened(1).getByLabel('Upload files')
    await upload.setInputFiles({ name: 'logo.png', mimeType: '', buffer: Buffer.from([0x89, 0xff]) })
    await page.getByRole('heading', { name: 'logo.png is not added: it is not a text in UTF-8.' }).waitFor()
    await upload.setInputFiles({ name: 'tone.md', mimeType: '', buffer: Buffer.from('Be kind.') })
    assert.equal(await opened(1).getByLabel('Text of tone.md').inputValue(), 'Be kind.')
    await opened(1).getByRole('button', { name: 'triage/SKILL.md', exact: true }).click()
    await opened(1).getByLabel('Text of triage/SKILL.md').fill('Urgent first.')
    await opened(1).getByRole('button', { name: 'Changes', exact: true }).click()
    await opened(1).getByRole('region', { name: 'tone.md' }).getByText('added').waitFor()
    await opened(1).getByRole('region', { name: 'triage/SKILL.md' }).getByText('Urgent first.').waitFor()
    await assertAccessible(page)
    await opened(1).getByLabel('What changed').fill('order')
    await opened(1).getByLabel('Label').fill('prod')
    await opened(1).getByRole('button', { name: 'Save v2' }).click()
    await page.getByText('support-skills v2 saved').waitFor()
    await page.getByRole('button', { name: 'support-skills', exact: true }).click()
    await opened(2)
      .getByText(/^Saved .* as prod: order$/)
      .waitFor()
    await opened(2).getByRole('button', { name: 'Changes', exact: true }).click()
    await opened(2).getByRole('region', { name: 'triage/SKILL.md' }).getByText('Urgent first.').waitFor()
    await opened(2).getByLabel('Version').selectOption('v1')
    await opened(1).getByRole('button', { name: 'Save v3' }).click()
    await page.getByText('support-skills v3 saved').waitFor()
    const { body } = await app.api.get(collection)
    assert.deepEqual(body.files, { '.claude/skills/triage/SKILL.md': 'Sort what comes in.' })
    await page.getByRole('button', { name: 'More for support-skills' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('desk-skills')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByText('support-skills is now desk-skills').waitFor()
    await page.getByRole('button', { name: 'desk-skills', exact: true }).waitFor()
    assert.deepEqual([body.version.number, body.version.release_label], [3, null])

    const renamed = page.getByRole('row').filter({ hasText: 'desk-skills' })
    const cells = await renamed.getByRole('cell').allTextContents()
    assert.deepEqual(cells.slice(1, 5), ['Claude Code', 'v3 · 1 file', 'prodv2', 'Ada'])
    await assertAccessible(page)
    await page.getByRole('button', { name: 'desk-skills', exact: true }).press('Enter')
    const relabelled = page.getByRole('dialog', { name: 'desk-skills v3' })
    await relabelled.getByLabel('Label').fill('staging')
    await relabelled.getByRole('button', { name: 'Save v4' }).click()
    await page.getByText('desk-skills v4 saved').waitFor()
    await renamed.getByText('staging').waitFor()

    const deleteCollection = async () => {
      await page.getByRole('button', { name: 'More for desk-skills' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
      await page.getByRole('dialog').getByRole('textbox').fill('desk-skills')
      await page.keyboard.press('Enter')
      await page.getByText('desk-skills deleted').waitFor()
      await page.getByText('No skills yet.').waitFor()
    }
    await deleteCollection()
    await page.getByRole('button', { name: 'Undo' }).click()
    await renamed.getByText('staging').waitFor()
    await deleteCollection()
    await page.goto('/settings/recently-deleted')
    await page.getByRole('button', { name: 'Restore desk-skills' }).click()
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('dialog', { name: 'desk-skills v4' }).waitFor()
  })
})
