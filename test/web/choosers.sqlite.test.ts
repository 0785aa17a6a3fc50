import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunWorld } from '../journeys/support/running.ts'
import { tablesPath } from '../journeys/support/tables.ts'
import { createWorkflow, joinNode, output, topic } from '../journeys/support/workflows.ts'
import { bodyOf } from '../kit/api.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { choose, chooseType } from './choose.ts'
import { publishAnswer, questionSheet } from './support-sheet.ts'

/** Names that sort before the chosen one; one page of the API holds 250. */
const earlier = Array.from({ length: 260 }, (_none, index) => `a ${index}`)
const last = 'zebra answers'

describe('choosers find items beyond the first page of the API', () => {
  let world: RunWorld
  const { openAt, openTab } = startWorldAndBrowser(async (started) => {
    ;({ world } = started)
    // Prompts and tables are listed newest first.
    for (const name of [last, ...earlier]) await publishAnswer(world, name)
    for (const title of [last, ...earlier.slice(0, 110)])
      bodyOf(await world.api.post(tablesPath, { title }), 201)
    for (const name of [...earlier.slice(0, 110), last])
      await createWorkflow(world.api, { name, nodes: [joinNode('out', ['topic'], output)], ...topic })
  })

  it('in the forms of a sheet', async () => {
    const sheet = await questionSheet(world, [['Where?', 'here']])
    const page = await openAt(`/tables/${sheet.table}`)
    const begin = async (title: string, type: string) => {
      await page.getByRole('button', { name: 'Column', exact: true }).click()
      await page.getByLabel('Title').fill(title)
      await chooseType(page, type)
    }
    await begin('Answer', 'PROMPT_TEMPLATE')
    await page.getByRole('combobox', { name: 'Prompt', exact: true }).click()
    await page.getByText('More items match.').waitFor()
    await page.getByRole('option', { name: 'a 259', exact: true }).waitFor()
    await assertAccessible(page)
    await page.keyboard.type('ZEBRA')
    await page.getByRole('option', { name: last }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Version', { exact: true }).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('columnheader', { name: 'Answer' }).waitFor()
    const saved = (await sheet.columns()).find(({ title }: { title: string }) => title === 'Answer')
    assert.deepEqual(saved.config.template, { name: last })

    await begin('Elsewhere', 'COMPOSITION')
    await choose(page, 'Table', last)
    await page.getByLabel('Sheet', { exact: true }).waitFor()

    await chooseType(page, 'WORKFLOW')
    await choose(page, 'Workflow', last)
    await page
      .getByLabel('Version', { exact: true })
      .getByText('Latest (v1 now)')
      .waitFor({ state: 'attached' })
  })

  it('for a new table and for the playground, at 390 px too', async () => {
    const { page } = await openTab()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/tables')
    await page.getByRole('button', { name: 'New table' }).click()
    await page.getByLabel('Name').fill('From the last prompt')
    await page.getByRole('dialog').getByRole('button', { name: 'From a prompt' }).click()
    await choose(page, 'Prompt', last)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('heading', { name: 'From the last prompt', level: 1 }).waitFor()

    await page.goto('/playground')
    await page.getByRole('button', { name: 'Open prompt' }).click()
    await page.getByText('211 more prompts match.').waitFor()
    await page.getByRole('textbox', { name: 'Find prompts' }).fill('zebra')
    await page.getByRole('button', { name: `Open ${last} latest v1` }).click()
    await page.getByText(`${last} v1`).first().waitFor()
  })

  it('in the palette, which links to the list of all matching prompts', async () => {
    const { page } = await openTab()
    await page.goto('/settings/general')
    await page.getByLabel('Workspace name').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('a 25')
    await page.getByRole('option', { name: 'All 13 prompts with “a 25”' }).click()
    await page.waitForURL(/\/prompts\?find=/)
    await page.getByRole('link', { name: 'a 125', exact: true }).waitFor()
  })
})
