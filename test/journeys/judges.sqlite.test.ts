import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Question, Reply } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { startRunWorld } from './support/running.ts'
import { recalculate } from './support/runs.ts'
import { ScorecardClient } from './support/scorecards.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

const judgement = (value: unknown): Reply => ({ text: JSON.stringify({ reasoning: 'r', value }) })

/** Answers that no judge may accept. */
const invalidAnswers: Readonly<Record<string, Reply>> = {
  'a sentence': { text: 'Yes, it is.' },
  nothing: { text: '' },
  'prose around JSON': { text: `Here you are: ${judgement(true).text}` },
  'no reasoning': { text: '{"value": true}' },
  'a word for a truth': judgement('true'),
  'a number beyond every scale': judgement(6),
  'a number below every scale': judgement(-1),
  'a number as text': judgement('0.5'),
  'no finite number': { text: '{"reasoning": "r", "value": 1e400}' },
  'an unknown label': judgement('Good'),
  null: judgement(null),
  'a list': { text: `[${judgement(true).text}]` },
  'an unknown key': { text: '{"reasoning": "r", "value": true, "sure": 1}' },
  'JSON that ends early': { text: '{"reasoning": "because', end: 'length' },
  'a refusal': { refusal: 'I cannot judge that.' },
  'a call of a tool': { toolCalls: [{ name: 'x', arguments: {} }] },
  'deep brackets': { text: '['.repeat(100_000) },
}

const judges: Readonly<Record<string, object>> = {
  boolean: {},
  opposite: { negate: true },
  score: { output: 'score' },
  stars: { output: 'score', scale: { min: 1, max: 5 } },
  label: { output: 'label', labels: ['good', 'bad'] },
  passing: { output: 'label', labels: ['good', 'bad'], passing_labels: ['good'] },
  failing: { output: 'label', labels: ['good', 'bad'], passing_labels: ['good'], negate: true },
  better: { output: 'pairwise', compare_with: 'other' },
  majority: { repeats: 3 },
}

describe('judges', () => {
  const world = ofSuite(startRunWorld)
  let sheet: SheetClient
  const columns = new Map<string, string>()
  let answer: (question: Question) => Reply = () => judgement(true)
  before(async () => {
    world.fake.answerWith((question) => answer(question))
    sheet = await emptySheet(world.api)
    const text = await sheet.column('text')
    const other = await sheet.column('other')
    const row = (one: string, another: string) => ({ [text.id]: one, [other.id]: another })
    await sheet.add([row('good words', 'bad words'), { [text.id]: 'good words' }, {}])
    await sheet.add(Object.keys(invalidAnswers).map((name) => row(`It is ${name}.`, 'bad words')))
    for (const [title, options] of Object.entries(judges)) {
      const config = { source: 'text', prompt: 'Is it good?', cache: false, ...options }
      const { id } = await sheet.column(title, 'LLM_ASSERTION', config, { queue_cells: false })
      columns.set(title, id)
    }
  })

  const valuesOf = async (titles: Iterable<string>, row_ids: readonly number[]) => {
    const column_ids = [...titles].map((title) => columns.get(title)!)
    await recalculate(sheet, { column_ids, row_ids, statuses: [] })
    const rows = await sheet.rows()
    return row_ids.map((row) =>
      column_ids.map((id) => {
        const { status, error, value } = rows[row].cells[id]
        return status === 'FAILED' ? error : value.value
      }),
    )
  }

  it('fail the cell if their answer is invalid, also in negated assertions', async () => {
    const names = Object.keys(invalidAnswers)
    answer = ({ text }) => invalidAnswers[names.find((name) => text.includes(`It is ${name}.`))!]!
    const rows = await valuesOf(
      ['opposite', 'stars', 'failing'],
      names.map((_, index) => 3 + index),
    )
    for (const [index, cells] of rows.entries())
      assert.deepEqual([...new Set(cells)], ['bad_answer'], names[index]!)
  })

  it('report that their answer was refused or cut', async () => {
    answer = ({ text }) =>
      text.includes('It is a refusal.')
        ? invalidAnswers['a refusal']!
        : invalidAnswers['JSON that ends early']!
    const index = Object.keys(invalidAnswers).indexOf('a refusal')
    const model = { provider: 'openai', name: 'gpt-4.1', parameters: { max_tokens: 256 } }
    const config = { source: 'text', prompt: 'Is it good?', cache: false, model }
    const { id } = await sheet.column('brief', 'LLM_ASSERTION', config, { queue_cells: false })
    columns.set('brief', id)
    await valuesOf(['boolean', 'brief'], [2 + index, 3 + index])
    const messages = [columns.get('boolean')!, id].map(
      async (column) => (await sheet.cell(3 + index, column)).error_message,
    )
    const cut = (await sheet.cell(2 + index, id)).error_message
    assert.deepEqual(
      [...(await Promise.all(messages)), cut].map((message) =>
        message.replace(/^.*?(The (answer|model))/, '$1'),
      ),
      [
        'The model refused: I cannot judge that.',
        'The model refused: I cannot judge that.',
        'The answer was cut at max_tokens = 256.',
      ],
    )
  })

  it('are called without a temperature once their model has refused it', async () => {
    const before = world.openAi.calls.length
    world.fake.answerWith(({ call: { body } }) =>
      body.temperature === undefined ? judgement(true) : 'bad_request',
    )
    const model = { provider: 'openai', name: 'a model of tomorrow' }
    const config = { source: 'text', prompt: 'Is it good?', cache: false, model }
    const { id } = await sheet.column('tomorrow', 'LLM_ASSERTION', config, { queue_cells: false })
    columns.set('tomorrow', id)
    const passed = { value: true, reasoning: 'r' }
    assert.deepEqual(
      [await valuesOf(['tomorrow'], [0]), await valuesOf(['tomorrow'], [1])],
      [[[passed]], [[passed]]],
    )
    const temperatures = world.openAi.calls.slice(before).map(({ body }) => body.temperature)
    assert.deepEqual(temperatures, [0, undefined, undefined])
    world.fake.answerWith((question) => answer(question))
  })

  it('are asked for JSON by their prompt once their model has refused a schema', async () => {
    const before = world.openAi.calls.length
    world.fake.answerWith(({ call: { body } }) => {
      if (body.temperature !== undefined) return 'bad_request'
      return body.response_format === undefined ? judgement(true) : 'no_schema'
    })
    const model = { provider: 'openai', name: 'a model of yesterday' }
    const config = { source: 'text', prompt: 'Is it good?', cache: false, model }
    const { id } = await sheet.column('yesterday', 'LLM_ASSERTION', config, { queue_cells: false })
    columns.set('yesterday', id)
    const passed = { value: true, reasoning: 'r' }
    for (const row of [0, 1]) assert.deepEqual(await valuesOf(['yesterday'], [row]), [[passed]])
    const calls = world.openAi.calls.slice(before).map(({ body }) => ({
      hasTemperature: body.temperature !== undefined,
      hasSchema: body.response_format !== undefined,
      statesSchema: JSON.stringify(body.messages).includes('by this JSON schema: {'),
    }))
    const plain = { hasTemperature: false, hasSchema: false, statesSchema: true }
    assert.deepEqual(calls, [
      { hasTemperature: true, hasSchema: true, statesSchema: false },
      { hasTemperature: false, hasSchema: true, statesSchema: false },
      plain,
      plain,
    ])
    world.fake.answerWith(() => ({ text: '{"reasoning": "r", "value": "yes"}' }))
    assert.deepEqual(await valuesOf(['yesterday'], [0]), [['bad_answer']])
    world.fake.answerWith((question) => answer(question))
  })

  it('answer repeats independently of each other', async () => {
    const temperatures: unknown[] = []
    answer = ({ call: { body } }) => {
      temperatures.push(body.temperature)
      return judgement(temperatures.length !== 1)
    }
    const { value, votes } = (await valuesOf(['majority'], [0]))[0]![0]
    assert.deepEqual(
      [value, [...votes].sort(), temperatures],
      [true, [false, true, true], [undefined, undefined, undefined]],
    )
  })

  it('may put their answer into a code block', async () => {
    answer = () => ({ text: `\`\`\`json\n${judgement(true).text}\n\`\`\`` })
    assert.deepEqual(await valuesOf(['boolean', 'opposite'], [0]), [
      [
        { value: true, reasoning: 'r' },
        { value: false, reasoning: 'r' },
      ],
    ])
  })

  it('compare in both orders, and not at all with a missing side', async () => {
    answer = ({ text }) => judgement(text.indexOf('good words') < text.indexOf('bad words') ? 'A' : 'B')
    const calls = world.openAi.calls.length
    assert.deepEqual(await valuesOf(['better'], [0, 1, 2]), [
      [{ value: 1, winner: 'source', reasoning: 'r', votes: ['A', 'B'] }],
      ['missing_value'],
      ['missing_value'],
    ])
    assert.equal(world.openAi.calls.length - calls, 2)
    answer = () => judgement('A')
    assert.deepEqual(await valuesOf(['better'], [0]), [
      [{ value: 0.5, winner: 'tie', reasoning: 'r', votes: ['A', 'A'] }],
    ])
  })

  it('give labels and scores that steps of a scorecard understand', async () => {
    answer = ({ schema }) => judgement(JSON.stringify(schema).includes('"number"') ? 4 : 'good')
    const scorecard = new ScorecardClient(sheet)
    const step = (title: string, score_adapter: object, options: object) => ({
      title,
      score_adapter,
      primitive_type: 'LLM_ASSERTION',
      primitive_config: { source: 'text', prompt: 'Is it good?', ...options },
    })
    const labels = { type: 'labels', labels: { good: 0.9, bad: 0 } }
    const { steps } = await scorecard.configured([
      step('label', labels, judges['label']!),
      step('passing', labels, judges['passing']!),
      step('stars', {}, judges['stars']!),
      step('scaled', { type: 'linear', min: 1, max: 5 }, judges['stars']!),
    ])
    await scorecard.calculated({ row_indices: [0] })
    const { step_results } = await scorecard.row(0)
    const scores = steps.map(({ id }: { id: string }) => step_results[id].score)
    assert.deepEqual(scores, [0.9, 0.9, 0.75, 0.75])
  })
})
