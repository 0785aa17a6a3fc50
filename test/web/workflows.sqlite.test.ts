import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { makeFolder } from '../journeys/support/folders.ts'
import type { RunWorld } from '../journeys/support/running.ts'
import {
  createWorkflow,
  joinNode,
  output,
  promptNode,
  startRun,
  topic,
} from '../journeys/support/workflows.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { choose } from './choose.ts'
import { publishAnswer } from './support-sheet.ts'
import { waitUntilEqual } from './wait-until-equal.ts'

/** A straight edge has no height, so it does not count as visible. */
const line = (page: Page, name: string) => drawn(page, name).waitFor({ state: 'attached' })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true })
const drawn = (page: Page, name: string | RegExp) => page.locator('.react-flow').getByRole('group', { name })

async function add(page: Page, type: string, name: string) {
  await page.getByRole('button', { name: 'Add node' }).click()
  await page.getByLabel('Find a type').fill(type)
  await page.keyboard.press('Enter')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.keyboard.press('Enter')
  await panel(page, `Node ${name}`).waitFor()
}

describe('workflows', () => {
  let world: RunWorld
  const { openAt, openTab } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    await publishAnswer(world, 'answer')
  })

  it('are drawn, saved, run, opened, changed and deleted', async () => {
    const { page } = await openTab({ expects: /status of 400/ })
    const name = 'support'
    await page.goto('/prompts')
    await page.getByRole('heading', { name: 'Prompts', exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await page.getByRole('heading', { name: 'No workflows yet' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'New workflow' }).click()
    await page.getByRole('heading', { name: 'An empty workflow' }).waitFor()
    await page.getByRole('button', { name: 'Add input variables' }).click()
    await page.getByRole('button', { name: 'Add an input' }).click()
    await page.getByLabel('Name of input 1').fill('question')
    await page.keyboard.press('Enter')
    await page.getByLabel('Type of question').selectOption('array')
    await page.getByLabel('Type of question').selectOption('string')
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Add the first node' }).click()
    const types = panel(page, 'Add node')
    await types.getByText('Joins several sources into one text.').waitFor()
    assert.doesNotMatch((await types.textContent())!, /column|\brows?\b/)
    await assertAccessible(page)
    await add(page, 'Prompt', 'answer')
    await choose(page, 'Prompt', 'answer')
    await page.getByLabel('{question}').waitFor()
    assert.equal(await page.getByLabel('{question}').inputValue(), 'question')
    await add(page, 'Count', 'length')
    await page.getByRole('switch', { name: 'An output of the workflow' }).click()
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await panel(page, 'Node length').getByText('Needs a value.').waitFor()
    await assertAccessible(page)
    await panel(page, 'Node length').getByRole('combobox', { name: 'Source' }).selectOption('answer')
    await line(page, 'From answer to length')

    await add(page, 'Combine columns', 'joined')
    await panel(page, 'Node joined').getByRole('checkbox', { name: 'length' }).check()
    await panel(page, 'Node joined')
      .getByRole('combobox', { name: /^Sources?\b.* 1$/ })
      .selectOption('answer')
    await drawn(page, 'From length to joined').focus()
    await page.keyboard.press('Enter')
    await panel(page, 'From length to joined').getByRole('switch', { name: 'On a condition' }).click()
    await page.getByLabel('Operator of condition 1').selectOption('>')
    await page.getByLabel('Right side of condition 1, fixed value').fill('100')
    await line(page, 'From length to joined, if length > "100"')
    await assertAccessible(page)
    await page.reload()
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('What changed').fill('first')
    await page.getByLabel('New labels').fill('prod')
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await page.getByText(`${name} v1 saved`).waitFor()
    await page.getByRole('heading', { name, exact: true }).waitFor()

    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByLabel('question', { exact: true }).fill('What is open?')
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
    await drawn(page, 'Node answer, success').click()
    await panel(page, 'Node answer').getByText('You said: What is open?').waitFor()
    await panel(page, 'Node answer').getByText('What is open?', { exact: true }).waitFor()
    await panel(page, 'Node answer').getByText('Cost', { exact: true }).waitFor()
    await panel(page, 'Node answer').getByRole('link', { name: /^\d+$/ }).waitFor()
    await assertAccessible(page)
    await panel(page, 'Node answer').getByRole('button', { name: 'Show run' }).click()
    await drawn(page, 'Node joined, skipped').click()
    await assertAccessible(page)
    await panel(page, 'Node joined').getByRole('button', { name: 'Edit node' }).click()
    await panel(page, 'Node joined').getByLabel('Name', { exact: true }).waitFor()
    await page.goBack()

    await page.getByRole('button', { name: 'Run again' }).click()
    await waitUntilEqual(() => page.getByLabel('question', { exact: true }).inputValue(), 'What is open?')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back to the workflow' }).click()
    await drawn(page, 'Node joined').click()
    const remove = page.getByRole('button', { name: 'Delete node joined' })
    await remove.click()
    await drawn(page, 'Node joined').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await line(page, 'From length to joined, if length > "100"')
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await drawn(page, 'Node joined').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await drawn(page, 'Node joined').click()
    await remove.click()
    await page.keyboard.press('Control+s')
    await page.getByText('Node joined deleted').waitFor()
    await page.getByRole('checkbox', { name: 'prod' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await page.getByText(`${name} v2 saved`).waitFor()
    await page.getByRole('button', { name: 'Versions' }).click()
    const second = panel(page, 'Versions').getByRole('link', { name: /^v2/ })
    await second.getByText('prod').waitFor()
    await panel(page, 'Versions').getByRole('link', { name: /^v1/ }).click()
    await page.getByRole('button', { name: 'Restore version' }).click()
    await page.getByText('v3 will be the same as v1').waitFor()
    await assertAccessible(page)
    await page.getByRole('checkbox', { name: 'prod' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await page.getByText(`${name} v3 saved`).waitFor()
    await panel(page, 'Versions')
      .getByRole('link', { name: /^v3.*prod/ })
      .waitFor()
    await drawn(page, 'Node joined').waitFor()
    await page.getByRole('button', { name: 'Runs' }).click()
    await panel(page, 'Runs').getByText('Done').waitFor()
    await panel(page, 'Runs')
      .getByRole('link', { name: /v1.*What is open\?/ })
      .first()
      .waitFor()

    await page.getByRole('navigation', { name: 'Galley' }).getByRole('link', { name: 'Workflows' }).click()
    await page.getByRole('cell', { name: /Done/ }).waitFor()
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel(`Write “${name}” to continue`).fill(name)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No workflows yet' }).waitFor()
  })

  it('all versions and runs can be reached', async () => {
    const { api } = world
    const body = { ...topic, nodes: [joinNode('join', ['topic'], output)] }
    const { workflow_id: id } = await createWorkflow(api, { name: 'long history', ...body })
    for (let version = 2; version <= 102; version++) await createWorkflow(api, { workflow_id: id, ...body })
    for (let run = 1; run <= 101; run++)
      await startRun(api, id, { input_variables: { topic: `topic ${run}` } })
    const page = await openAt(`/workflows/${id}?panel=versions`)
    await panel(page, 'Versions').getByRole('link', { name: /^v3/ }).first().waitFor()
    await panel(page, 'Versions').getByRole('button', { name: 'Show more' }).click()
    await panel(page, 'Versions')
      .getByRole('link', { name: /^v1(?!\d)/ })
      .click()
    await page.getByRole('button', { name: 'Restore version' }).waitFor()
    await page.getByRole('button', { name: 'Runs' }).click()
    await panel(page, 'Runs').getByText('topic 101', { exact: true }).waitFor()
    await panel(page, 'Runs').getByRole('button', { name: 'Show more' }).click()
    await panel(page, 'Runs').getByText('topic 1', { exact: true }).waitFor()
    assert.equal(await panel(page, 'Runs').getByRole('button', { name: 'Show more' }).count(), 0)
  })

  it('labels move between versions, are made and deleted, without a new version', async () => {
    const { api } = world
    const body = { ...topic, nodes: [joinNode('join', ['topic'], output)] }
    const { workflow_id: id } = await createWorkflow(api, {
      name: 'labelled',
      ...body,
      release_labels: ['prod'],
    })
    await createWorkflow(api, { workflow_id: id, ...body, nodes: [joinNode('longer', ['topic'], output)] })
    const page = await openAt(`/workflows/${id}?panel=versions`, { expects: /status of 409/ })
    const versions = panel(page, 'Versions').getByRole('listitem')
    await versions.filter({ hasText: 'v1' }).getByText('prod', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Labels of v2' }).click()
    await page.getByRole('menuitem', { name: 'Move prod here from v1' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Node join deleted').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Move prod' }).click()
    await versions.filter({ hasText: 'v2' }).getByText('prod', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await versions.filter({ hasText: 'v1' }).getByText('prod', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Labels of v1' }).click()
    await page.getByRole('menuitem', { name: 'New label' }).click()
    await dialog.getByLabel('Name').fill('prod')
    await page.keyboard.press('Enter')
    await dialog.getByText(/has this release label already/).waitFor()
    await dialog.getByLabel('Name').fill('staging')
    await page.keyboard.press('Enter')
    await versions.filter({ hasText: 'v1' }).getByText('staging', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Labels of v1' }).click()
    await page.getByRole('menuitem', { name: 'Delete label prod' }).click()
    await dialog.getByRole('button', { name: 'Delete label' }).click()
    await page.getByText('prod deleted').waitFor()
    const { release_labels } = (await api.get(`/workflows/${id}/labels`)).body
    await page.goto('/workflows')
    await page.getByRole('link', { name: 'labelled', exact: true }).waitFor()
    await page.getByLabel('Find workflows').fill('no such name')
    await page.getByRole('heading', { name: 'No workflows match' }).waitFor()
    await page.getByLabel('Find workflows').fill('LABEL')
    await page.getByRole('link', { name: 'labelled', exact: true }).waitFor()
    assert.match(page.url(), /find=LABEL/)
    assert.deepEqual(
      release_labels.map((label: Record<string, unknown>) => [
        label['release_label'],
        label['workflow_version_number'],
      ]),
      [['staging', 1]],
    )
  })

  it('are renamed, put into a folder, deleted and restored', async () => {
    const { api } = world
    const body = { ...topic, nodes: [joinNode('join', ['topic'], output)] }
    await createWorkflow(api, { name: 'to be renamed', ...body })
    const folder = await makeFolder(api, 'Night jobs')
    const page = await openAt('/workflows')
    await page.getByRole('button', { name: 'More for to be renamed' }).click()
    await page.getByRole('menuitem', { name: 'Rename or move' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('every night')
    await dialog.getByLabel('Folder').click()
    await page.getByRole('option', { name: 'Night jobs' }).click()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('every night saved').waitFor()
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Night jobs' }).click()
    await page.getByRole('link', { name: 'every night', exact: true }).waitFor()
    await page.getByRole('link', { name: 'labelled', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More for every night' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('every night')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No workflows in this folder' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'every night', exact: true }).waitFor()
    const { items } = (await api.get(`/workflows?folder_id=${folder}`)).body
    assert.equal(items[0].name, 'every night')
  })

  it('are not saved while the JSON of a config cannot be read', async () => {
    const { api } = world
    const body = { ...topic, nodes: [joinNode('join', ['topic'], output)] }
    const { workflow_id: id } = await createWorkflow(api, { name: 'as JSON', ...body })
    const page = await openAt(`/workflows/${id}`)
    await page.locator('.react-flow__node', { hasText: 'join' }).click()
    const node = panel(page, 'Node join')
    await node.getByRole('switch', { name: 'Edit the config as JSON' }).click()
    const config = node.getByRole('textbox', { name: 'Config as JSON' })
    await config.fill('{"sources": ["topic"], "separator": "-"')
    const save = page.getByRole('button', { name: 'Save version' })
    await save.click()
    await page.getByText('join: the config is not valid JSON. Correct it before you save.').first().waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await config.fill('{"sources": ["topic"], "separator": "-"}')
    await save.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await page.getByText('as JSON v2 saved').waitFor()
    assert.equal((await api.get(`/workflows/${id}`)).body.nodes[0].configuration.separator, '-')
  })

  it('offer to restore a deleted node until the next change', async () => {
    const { api } = world
    const body = { ...topic, nodes: [joinNode('one', ['topic'], output), joinNode('two', ['topic'])] }
    const { workflow_id: id } = await createWorkflow(api, { name: 'restored', ...body })
    const page = await openAt(`/workflows/${id}`)
    const remove = async (name: string) => {
      await drawn(page, `Node ${name}`).click()
      await page.getByRole('button', { name: `Delete node ${name}` }).click()
      await drawn(page, `Node ${name}`).waitFor({ state: 'detached' })
    }
    const offer = page.getByRole('dialog', { name: 'two deleted' })
    await remove('two')
    await offer.getByRole('button', { name: 'Undo' }).click()
    await drawn(page, 'Node two').waitFor()
    await remove('two')
    // A toast below the mouse stays open; its Undo would drop the next change.
    await offer.hover()
    await page.keyboard.press('Control+z')
    await drawn(page, 'Node two').waitFor()
    await offer.waitFor({ state: 'detached' })
  })

  it('show a run under way, and cancel it', async () => {
    const { api } = world
    const { workflow_id } = await createWorkflow(api, {
      name: 'slow',
      ...topic,
      nodes: [promptNode('first', 'answer', { question: 'topic' }), joinNode('end', ['first'], output)],
    })
    world.fake.answerWith(() => ({ text: 'never', pace: { first: 60_000 } }))
    const run = await startRun(api, 'slow', { input_variables: { topic: 'rain' } })
    const page = await openAt(`/workflows/${workflow_id}?run=${run}`)
    await drawn(page, 'Node first, running').waitFor()
    await drawn(page, 'Node end, queued').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByText(`Run ${run} cancelled`).waitFor()
    await drawn(page, 'Node first, failed').click()
    await panel(page, 'Node first').getByRole('alert').waitFor()
    await assertAccessible(page)
  })

  it('connects and removes from the keyboard, and by dragging from node to node', async () => {
    const { workflow_id } = await createWorkflow(world.api, {
      name: 'two',
      ...topic,
      nodes: [joinNode('one', ['topic']), joinNode('two', ['topic'], output)],
    })
    const page = await openAt(`/workflows/${workflow_id}`, { expects: /./ })
    const handle = (name: string, kind: string) =>
      drawn(page, `Node ${name}`).locator(`.react-flow__handle.${kind}`)
    await handle('one', 'source').dragTo(handle('two', 'target'))
    await line(page, 'From one to two')
    await panel(page, 'From one to two').waitFor()
    await drawn(page, 'From one to two').focus()
    await page.keyboard.press('Delete')
    await drawn(page, 'From one to two').waitFor({ state: 'detached' })
    await drawn(page, 'Node one').focus()
    await page.keyboard.press('Enter')
    await panel(page, 'Node one').waitFor()
    await drawn(page, 'Node one').focus()
    await page.keyboard.press('Delete')
    await drawn(page, 'Node one').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Discard' }).click()
    await drawn(page, 'Node one').waitFor()
  })
})
