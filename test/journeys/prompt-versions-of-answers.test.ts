import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ofSuite } from '../kit/app.ts'
import { aPrompt, remove } from './support/folders.ts'
import { download } from './support/imports.ts'
import { gpt, startRunWorld } from './support/running.ts'
import { recalculate, untilQuiet } from './support/runs.ts'
import { done, emptySheet, type SheetClient } from './support/tables.ts'
import { chat, publish, user } from './support/templates.ts'

/** The metrics of a cell as they were stored before they had a prompt version. */
const metricsWithoutVersion = JSON.stringify({
  request_count: 1,
  request_ids: [1],
  latency_ms: 1,
  price: 1,
  input_tokens: 1,
  output_tokens: 1,
  trace_ids: [],
})

describe('answers of other prompt versions', () => {
  const world = ofSuite(startRunWorld)
  let sheet: SheetClient
  let prompt: number
  let answer: string
  let text: string
  before(async () => {
    sheet = await emptySheet(world.api)
    text = (await sheet.column('text')).id
    await sheet.add(['a', 'b', 'c'].map((word) => ({ [text]: word })))
    prompt = await save('One {text}')
    answer = (
      await sheet.column('answer', 'PROMPT_TEMPLATE', {
        template: { name: 'answers' },
        prompt_template_variable_mappings: { text: 'text' },
      })
    ).id
    await untilQuiet(sheet)
  })

  const save = async (words: string): Promise<number> => {
    const published = await publish(world.api, 'answers', chat(user(words)), { metadata: gpt() })
    return published.id
  }
  const versions = async () => done(await world.api.get(`${sheet.path}/prompt-versions`), 200).columns
  const rows = async (operator = 'other_version') => {
    const body = { filters: [{ column_id: answer, operator }] }
    return done(await world.api.post(`${sheet.path}/row-query`, body), 200).row_indexes
  }
  const counts = (current: number, other: number, unknown: number) => ({
    current_answers: current,
    other_answers: other,
    unknown_answers: unknown,
  })

  it('have the version with their cost', async () => {
    const { request_metrics } = await sheet.cell(0, answer)
    assert.deepEqual([request_metrics.prompt_id, request_metrics.prompt_version_number], [prompt, 1])
  })

  it('are counted and found once a new version is saved, until they are run again', async () => {
    const of = { column_id: answer, prompt_id: prompt, prompt_name: 'answers' }
    assert.deepEqual(await versions(), [{ ...of, version_number: 1, ...counts(3, 0, 0), other_versions: [] }])
    assert.deepEqual(await rows(), [])
    await save('Two {text}')
    const other_versions = [{ version_number: 1, answers: 3 }]
    assert.deepEqual(await versions(), [{ ...of, version_number: 2, ...counts(0, 3, 0), other_versions }])
    assert.deepEqual(await rows(), [0, 1, 2])

    await recalculate(sheet, { row_ids: [1], column_ids: [answer], statuses: ['COMPLETED'] })
    await untilQuiet(sheet)
    assert.deepEqual(await rows(), [0, 2])
    const [now] = await versions()
    assert.deepEqual([now.current_answers, now.other_answers], [1, 2])
  })

  it('group and export only these rows', async () => {
    const filters = [{ column_id: answer, operator: 'other_version' }]
    const grouped = await world.api.post(`${sheet.path}/row-groups`, { column_id: text, filters })
    assert.deepEqual(
      done(grouped, 200).groups.map(({ value }: { value: string }) => value),
      ['a', 'c'],
    )
    const file = await (
      await download(
        sheet,
        world.app.baseUrl,
        world.app.key,
        `?column_ids=${text}&filters=${encodeURIComponent(JSON.stringify(filters))}`,
      )
    ).text()
    assert.deepEqual(file.split('\r\n').slice(1, -1), ['a', 'c'])
  })

  it('stay known in a duplicate', async () => {
    const copy = done(await world.api.post(`${sheet.path}/duplicate`, {}), 201).sheet
    const path = sheet.path.replace(sheet.id, copy.id)
    const [column] = done(await world.api.get(`${path}/prompt-versions`), 200).columns
    assert.deepEqual([column.current_answers, column.other_answers], [1, 2])
  })

  it('are unknown if they were stored without a version, and never current', async () => {
    const { store } = world.app.context
    await store.append([
      store.db.updateTable('sheet_cells').set({ metrics: metricsWithoutVersion }).compile(),
    ])
    const [now] = await versions()
    assert.deepEqual(
      [now.current_answers, now.other_answers, now.unknown_answers, now.other_versions],
      [0, 0, 3, []],
    )
    assert.deepEqual(await rows(), [])
  })

  it('of a prompt or version that is gone are not listed', async () => {
    assert.equal((await remove(world.api, [aPrompt(prompt)])).status, 200)
    assert.deepEqual(await versions(), [])
    assert.deepEqual(await rows(), [])
  })
})
