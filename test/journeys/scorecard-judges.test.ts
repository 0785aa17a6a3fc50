import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { startRunWorld } from './support/running.ts'
import { compare, ScorecardClient } from './support/scorecards.ts'
import { emptySheet } from './support/tables.ts'

describe('steps of scorecards that ask a model', () => {
  const world = ofSuite(startRunWorld)

  const sheetWithJudge = async (outputs: readonly string[]) => {
    const sheet = await emptySheet(world.api)
    const output = await sheet.column('output')
    for (let from = 0; from < outputs.length; from += 100)
      await sheet.add(outputs.slice(from, from + 100).map((text) => ({ [output.id]: text })))
    const scorecard = new ScorecardClient(sheet)
    const judge = {
      title: 'polite',
      primitive_type: 'LLM_ASSERTION',
      primitive_config: { source: output.id, prompt: 'Is it polite?' },
    }
    const { steps } = await scorecard.configured([judge, compare('same', 'output', 'output')])
    return { sheet, output: output.id as string, scorecard, judge: steps[0].id as string, steps }
  }

  it('call the model once for each row in scope, and reuse judgements that are still valid', async () => {
    world.fake.answerWith(({ text }) => ({
      text: JSON.stringify({ reasoning: 'because', value: !text.includes('rude') }),
    }))
    const { sheet, output, scorecard, judge } = await sheetWithJudge(['thank you', 'rude words', 'please'])
    const before = world.openAi.calls.length
    const calculation = await scorecard.calculated()
    assert.equal(world.openAi.calls.length - before, 3)
    assert.equal(calculation.criterion_summaries[judge].score, 2 / 3)
    const row = await scorecard.row(1)
    const { verdict, evidence } = row.step_results[judge]
    assert.deepEqual([verdict, evidence], ['fail', 'because'])
    await sheet.write(1, output, { value: 'kind words' })
    const next = await scorecard.calculated({ row_indices: [1] })
    assert.equal(world.openAi.calls.length - before, 4)
    assert.equal(next.criterion_summaries[judge].score, 1)
    world.fake.answerWith(() => ({ text: 'no JSON' }))
    const broken = await scorecard.calculated({ row_indices: [0] })
    assert.deepEqual([broken.criterion_summaries[judge].error_count, broken.aggregate_verdict], [1, 'warn'])
  })

  it('a cancel drops every waiting call, and no call begins after its answer', async () => {
    world.fake.answerWith(() => ({ text: '{"value": true}', pace: { first: 30_000 } }))
    // More than the 16 jobs that a worker runs at once, with 20 rows each.
    const all = 400
    const { scorecard } = await sheetWithJudge(Array.from({ length: all }, (_, index) => `${index}`))
    const before = world.openAi.calls.length
    const id = await scorecard.start()
    while (world.openAi.calls.length - before < 10) await sleep(10)
    const { calculation_id, cancelled_count } = await scorecard.cancel()
    assert.deepEqual([calculation_id, cancelled_count], [id, all])
    // Some earlier calls may still be in flight to the provider.
    for (let callCount = -1; callCount < world.openAi.calls.length; await sleep(1_000))
      callCount = world.openAi.calls.length
    const begun = world.openAi.calls.slice(before)
    assert.ok(begun.length < all, `${begun.length} calls`)
    const outcomes = await Promise.all(begun.map(({ outcome }) => outcome))
    assert.deepEqual([...new Set(outcomes)], ['closed'])
    assert.equal(world.openAi.calls.length - before, begun.length)
    assert.equal((await scorecard.calculation(id)).status, 'cancelled')
    assert.deepEqual((await scorecard.rows(`?calculation_id=${id}`)).rows, [])
  })

  it('a cancel of one step drops its calls, and the other steps are calculated', async () => {
    world.fake.answerWith(() => ({ text: '{"value": true}', pace: { first: 30_000 } }))
    const { scorecard, judge, steps } = await sheetWithJudge(['a', 'b', 'c'])
    const before = world.openAi.calls.length
    const id = await scorecard.start()
    while (world.openAi.calls.length - before < 3) await sleep(10)
    await scorecard.cancel({ step_ids: [judge] })
    const outcomes = await Promise.all(world.openAi.calls.slice(before).map(({ outcome }) => outcome))
    assert.deepEqual([...new Set(outcomes)], ['closed'])
    const { status, criterion_summaries: criteria } = await scorecard.ended(id)
    assert.equal(status, 'completed')
    assert.deepEqual([criteria[judge].skipped_count, criteria[steps[1].id].pass_count], [3, 3])
  })

  it('a change of a scorecard cancels the calls of its former version, but a new name does not', async () => {
    world.fake.answerWith(() => ({ text: '{"value": true}', pace: { first: 30_000 } }))
    const { scorecard, steps } = await sheetWithJudge(['g', 'h', 'i'])
    const before = world.openAi.calls.length
    const id = await scorecard.start()
    while (world.openAi.calls.length - before < 3) await sleep(10)
    await scorecard.configured(steps, { name: 'Another name' })
    assert.equal((await scorecard.calculation(id)).status, 'running')
    const [judge, same] = steps
    await scorecard.configured([{ ...judge, weight: 3 }, same])
    const { status, error_summary } = await scorecard.calculation(id)
    assert.deepEqual([status, error_summary], ['cancelled', 'The scorecard was changed.'])
    const outcomes = await Promise.all(world.openAi.calls.slice(before).map(({ outcome }) => outcome))
    assert.deepEqual(outcomes, ['closed', 'closed', 'closed'])
    assert.equal((await scorecard.read()).scorecard.status, 'ready')
  })

  it('calls are aborted when their sheet is deleted', async () => {
    world.fake.answerWith(() => ({ text: '{"value": true}', pace: { first: 30_000 } }))
    const { scorecard, sheet } = await sheetWithJudge(['d', 'e', 'f'])
    const before = world.openAi.calls.length
    await scorecard.start()
    while (world.openAi.calls.length - before < 3) await sleep(10)
    bodyOf(await world.api.delete(sheet.path))
    const outcomes = await Promise.all(world.openAi.calls.slice(before).map(({ outcome }) => outcome))
    assert.deepEqual(outcomes, ['closed', 'closed', 'closed'])
  })
})
