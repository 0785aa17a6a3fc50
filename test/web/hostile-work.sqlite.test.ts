import { describe, it } from 'node:test'
import { gpt, type RunWorld } from '../journeys/support/running.ts'
import { emptySheet } from '../journeys/support/tables.ts'
import { createWorkflow, output, promptNode, runToEnd } from '../journeys/support/workflows.ts'
import { bodyOf } from '../kit/api.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { compose } from './compose.ts'
import { assertCalm, hostile, line, script } from './hostile.ts'

const wide = 'y'.repeat(100_000)
/** The text, cut or extended to the length, such as that of the longest allowed name. */
const ofLength = (text: string, length: number) => text.padEnd(length, 'z').slice(0, length)

describe('hostile texts of colleagues and models', () => {
  let world: RunWorld
  const { openAt } = startWorldAndBrowser((started) => {
    ;({ world } = started)
    world.fake.answerWith(() => ({ text: `${hostile} ${wide}` }))
  })

  it('are shown as text in a sheet, its menus, its peek and its column panel', async () => {
    const sheet = await emptySheet(world.api)
    const odd = await sheet.column(ofLength(hostile, 255))
    const long = await sheet.column('long')
    await sheet.add([
      { [odd.id]: hostile, [long.id]: line },
      { [odd.id]: line, [long.id]: script.repeat(1_000) },
    ])
    const page = await openAt(`/tables/${sheet.table}`)
    const grid = page.getByRole('grid')
    await grid.getByText('document.title=`run`').first().waitFor()
    await assertCalm(page)
    await grid.focus()
    for (const key of ['ArrowRight', 'Space']) await page.keyboard.press(key)
    await page.getByRole('complementary').first().waitFor()
    await assertCalm(page)
    for (const key of ['ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
    await assertCalm(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Column <img/ }).click()
    await page.getByRole('menuitem', { name: 'Configure' }).click()
    await page.getByLabel('Title', { exact: true }).waitFor()
    await assertCalm(page)
    await page.goto(`/tables/${sheet.table}?panel=history`)
    await page.getByRole('complementary', { name: 'History' }).getByText('Column added').first().waitFor()
    await assertCalm(page)
  })

  it('are shown as text in the registry: in the list, the editor, comparisons and the code to copy', async () => {
    const prompt_name = ofLength(hostile.replaceAll('/', '|'), 255)
    const version = (text: string) => ({
      prompt_template: { prompt_name, tags: [hostile] },
      prompt_version: {
        prompt_template: { type: 'chat', messages: [{ role: 'user', content: [{ type: 'text', text }] }] },
        commit_message: ofLength(hostile, 72),
        metadata: { ...gpt(), [script]: hostile },
      },
    })
    const first = bodyOf(await world.api.post('/rest/prompt-templates', version(hostile)))
    bodyOf(await world.api.post('/rest/prompt-templates', version(`${hostile} {who} ${wide}`)))
    const page = await openAt('/prompts')
    await page.getByRole('link', { name: /^<img/ }).waitFor()
    await assertCalm(page)
    for (const tab of ['editor', 'compare', 'code', 'requests', 'ids']) {
      await page.goto(`/prompts/${first.prompt_template_id ?? first.id}?tab=${tab}&base=1`)
      await page.getByRole('heading', { name: /^<img/ }).waitFor()
      await page.getByRole('button', { name: 'Version 1' }).waitFor()
      await assertCalm(page)
    }
  })

  it('leave room for the name of a prompt if the name of its folder is long', async () => {
    const { folder } = bodyOf(await world.api.post('/api/public/v2/folders', { name: 'n'.repeat(200) }), 201)
    const content = [{ type: 'text', text: 'hi' }]
    const prompt_template = { type: 'chat', messages: [{ role: 'user', content }] }
    bodyOf(
      await world.api.post('/rest/prompt-templates', {
        prompt_template: { prompt_name: 'prompt 3910', folder_id: folder.id },
        prompt_version: { prompt_template },
      }),
      200,
    )
    const page = await openAt('/prompts', { expects: /./ })
    await page.getByRole('link', { name: 'prompt 3910' }).waitFor()
    const isWhole = `[...document.querySelectorAll('a')]
      .filter(({ textContent }) => textContent === 'prompt 3910')
      .every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)`
    // The figures of a row arrive after its name and change the widths of columns.
    await page.waitForFunction(isWhole)
  })

  it('are shown as text in a workflow and its runs, and in a streamed answer of the playground', async () => {
    const template = {
      type: 'chat',
      messages: [{ role: 'user', content: [{ type: 'text', text: '{who}' }] }],
    }
    bodyOf(
      await world.api.post('/rest/prompt-templates', {
        prompt_template: { prompt_name: 'asked' },
        prompt_version: { prompt_template: template, metadata: gpt() },
      }),
      200,
    )
    const created = await createWorkflow(world.api, {
      name: ofLength(hostile, 255),
      required_input_variables: { who: 'string' },
      nodes: [promptNode(ofLength(script, 255), 'asked', { who: 'who' }, output)],
    })
    await runToEnd(world.api, created.workflow_id, { input_variables: { who: `${hostile} ${wide}` } })
    const page = await openAt('/workflows')
    await page.getByRole('link', { name: /^<img/ }).waitFor()
    await assertCalm(page)
    for (const search of ['', '?panel=runs', '?run=1']) {
      await page.goto(`/workflows/${created.workflow_id}${search}`)
      await page.locator('.react-flow__node', { hasText: '<img' }).waitFor()
      await assertCalm(page)
    }
    await page.goto('/playground')
    await compose(page.getByRole('region', { name: 'Variant A' }), 'User message 2', hostile)
    await page.getByRole('button', { name: 'Run all' }).click()
    const answer = page.getByRole('region', { name: 'Answer of A to case 1' })
    await answer.getByText('document.title=`run`').waitFor()
    await answer.getByText('tokens').waitFor()
    await assertCalm(page)
  })
})
