import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { startApp } from '../../../test/kit/app.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { loadRunnable } from './runnable.ts'

test('a runnable is loaded once for each registry revision', async (context) => {
  const app = await startApp()
  context.after(() => app.close())
  const { id: workspace, api } = await app.newWorkspace()
  const publish = async (prompt_name: string, text: string, labels?: string[]) => {
    const content = [{ type: 'text', text }]
    const { body } = await api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name },
      prompt_version: { prompt_template: { type: 'completion', content } },
      ...(labels && { release_labels: labels }),
    })
    return body.id as number
  }
  const run = async (prompt: string | number, label?: string) => {
    await turn()
    const choice = { kind: 'registry', prompt, label } as const
    const filling = { variables: null, model: {}, metadata: {} }
    return (await loadRunnable(app.context, workspace as WorkspaceId, choice, filling)).template
  }
  const textOf = async (...choice: Parameters<typeof run>) => {
    const template = await run(...choice)
    const [block] = template.type === 'completion' ? template.content : []
    return block?.type === 'text' ? block.text : null
  }

  await publish('inner', 'one')
  const id = await publish('outer', 'says @@@inner@@@', ['live'])
  assert.equal(await textOf('outer'), 'says one')
  assert.equal(await run('outer'), await run('outer'))
  await publish('inner', 'two')
  assert.equal(await textOf('outer', 'live'), 'says two')
  await publish('outer', 'another', ['live'])
  assert.deepEqual([await textOf(id), await textOf(id, 'live')], ['another', 'another'])

  const digits = String(id + 1_000)
  await publish(digits, 'a name of digits')
  assert.equal(await textOf(digits), 'a name of digits')
  await assert.rejects(run(Number(digits)), { code: 'not_found' })
})
