import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite, type TestApp } from '../kit/app.ts'
import { untilQuiet } from './support/runs.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'
import { createTool, javascript, toolPath } from './support/tools.ts'

async function filledSheet(api: TestApp['api'], values: readonly string[]): Promise<SheetClient> {
  const sheet = await emptySheet(api)
  const { id } = await sheet.column('text')
  for (let start = 0; start < values.length; start += 100)
    await sheet.add(values.slice(start, start + 100).map((value) => ({ [id]: value })))
  return sheet
}

const code = (text: string, more: object = {}) => ({ language: 'JAVASCRIPT', code: text, ...more })
const endless = 'for (;;);'

describe('code in turns', () => {
  const app = appOfSuite()

  it('computes every cell of a pattern that RE2 cannot run, even if more cells are pending than a queue holds', async () => {
    const rows = 1_300
    const sheet = await filledSheet(
      app.api,
      Array.from({ length: rows }, (_, row) => (row % 2 === 0 ? '11' : '12')),
    )
    const { id } = await sheet.column('twice', 'REGEX', { source: 'text', regex_pattern: '(\\d)\\1' })
    await untilQuiet(sheet)
    const { status_counts } = await sheet.counts()
    assert.deepEqual([status_counts.COMPLETED, status_counts.FAILED], [rows, 0])
    const shown = await sheet.shown(id)
    assert.deepEqual(
      shown,
      shown.map((_, row) => String(row % 2 === 0)),
    )
  })

  it('ends code after the timeout of its column, which may be up to 360 s', async () => {
    const sheet = await filledSheet(app.api, ['x'])
    const config = code(endless, { timeout: 0.3 })
    const { id } = await sheet.column('loop', 'CODE_EXECUTION', config)
    await untilQuiet(sheet)
    const cell = await sheet.cell(0, id)
    assert.deepEqual(
      [cell.status, cell.error_message],
      ['FAILED', 'TimeoutError: The code ran longer than 300 ms.'],
    )
    const path = `${sheet.path}/columns/${id}`
    const longest = { ...config, timeout: 360 }
    assert.deepEqual(bodyOf(await sheet.api.patch(path, { config: longest })).column.config, longest)
    const refused = await sheet.api.patch(path, { config: { ...config, timeout: 361 } })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /timeout.* must be at most 360/)
  })

  it('runs the scorers of the JavaScript SDK: data.get, and a value in `result`', async () => {
    const sheet = await emptySheet(app.api)
    const { id } = await sheet.column('Output')
    await sheet.add([{ [id]: 'four' }, { [id]: '' }])
    const scorer =
      'const output = data.get("Output");\nconst least = data.get("least", 3);\nresult = output.length > least ? 1 : 0;\n'
    const column = await sheet.column('long enough', 'CODE_EXECUTION', code(scorer))
    await untilQuiet(sheet)
    assert.deepEqual(await sheet.shown(column.id), ['1', '0'])
  })

  it('serves other workspaces, and calls that test a tool, while endless loops of one workspace fill all runners', async () => {
    const hostile = await app.newWorkspace()
    // More batches than a workspace may run at once, with cells that may run for six minutes.
    const sheet = await filledSheet(
      hostile.api,
      Array.from({ length: 1_088 }, () => 'x'),
    )
    await sheet.column('loop', 'CODE_EXECUTION', code(endless, { timeout: 360 }))
    await sheet.column('short loop', 'CODE_EXECUTION', code(endless))
    while (app.worker?.progress().running !== 16) await sleep(100)

    const quiet = await filledSheet(app.api, ['x'])
    const { id } = await quiet.column('one', 'CODE_EXECUTION', code('return 1'))
    await untilQuiet(quiet)
    assert.deepEqual(await quiet.shown(id), ['1'])
    await createTool(hostile.api, 'mine', { execution: javascript('return 2') })
    const execution = bodyOf(await hostile.api.post(`${toolPath('mine')}/test-execute`, {}))
    assert.equal(execution.result.result, 2)
    const { COMPLETED, FAILED } = (await sheet.counts()).status_counts
    assert.deepEqual([COMPLETED, FAILED], [0, 0])
  })
})
