import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { until } from '../kit/until.ts'
import { visitAsAda } from '../web/sign-in.ts'
import type { Visitor } from './support/browser-api.ts'
import { startRunWorld } from './support/running.ts'
import { recalculate, untilQuiet } from './support/runs.ts'
import { compare, ScorecardClient, slowly } from './support/scorecards.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

describe('the score after a run', () => {
  const world = ofSuite(startRunWorld)
  let ada: Visitor
  before(async () => {
    ada = await visitAsAda(world.app)
  })

  /** A sheet whose computed column repeats its texts, with a calculated scorecard. */
  const scoredSheet = async (texts: readonly string[], steps: readonly object[]) => {
    const sheet = await emptySheet(world.api)
    const { id: text } = await sheet.column('text')
    for (let from = 0; from < texts.length; from += 100)
      await sheet.add(texts.slice(from, from + 100).map((value) => ({ [text]: value })))
    await sheet.column('output', 'COALESCE', { sources: ['text', 'text'] })
    await untilQuiet(sheet)
    const scorecard = new ScorecardClient(sheet)
    await scorecard.configured(steps)
    await scorecard.calculated()
    return { sheet, text: text as string, scorecard }
  }
  const runAsAda = async ({ path }: SheetClient, body: object = {}) => {
    const answer = await ada.sendTo('POST', `${path}/operations`, body)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    return answer.body.operation_id as string
  }
  /** Waits until the job after the run has ended. */
  const decided = (operation: string) =>
    until(
      () =>
        world.app.context.store.db
          .selectFrom('jobs')
          .select('state')
          .where('run', '=', operation)
          .where('kind', '=', 'score-after-run')
          .executeTakeFirstOrThrow(),
      ({ state }) => state === 'done',
    )
  const upToDate = (scorecard: ScorecardClient) =>
    until(
      () => scorecard.read(),
      ({ scorecard: { status } }) => status === 'completed',
    )

  it('is calculated again if a person started the run', async () => {
    const check = compare('same', 'output', 'text')
    const { sheet, text, scorecard } = await scoredSheet(['a', 'b'], [check, slowly(0)])
    const first = (await scorecard.read()).latest_calculation.id
    await sheet.write(0, text, { value: 'bad' })
    assert.equal((await scorecard.read()).scorecard.status, 'stale')
    await decided(await runAsAda(sheet, { statuses: ['STALE'] }))
    const { latest_calculation: latest } = await upToDate(scorecard)
    assert.notEqual(latest.id, first)
    assert.equal(latest.aggregate_score, 0.75)

    // Nothing that the score reads has changed.
    await decided(await runAsAda(sheet, { statuses: ['COMPLETED'] }))
    assert.equal((await scorecard.read()).latest_calculation.id, latest.id)

    // A single cell, as the row drawer runs it.
    await sheet.write(0, text, { value: 'good' })
    const { id } = await sheet.cell(0, (await sheet.columns())[1].id)
    const cell = await ada.sendTo('POST', `${sheet.path}/cells/${id}/recalculations`, {})
    assert.equal(cell.status, 202, JSON.stringify(cell.body))
    await decided(cell.body.execution_id)
    assert.equal((await upToDate(scorecard)).latest_calculation.aggregate_score, 1)
  })

  it('of a large run is calculated after its last cell', async () => {
    const texts = Array.from({ length: 300 }, (_, index) => `${index}`)
    const { sheet, scorecard } = await scoredSheet(texts, [compare('same', 'output', 'text')])
    const added = (await sheet.columns()).find(({ title }: { title: string }) => title === 'text').id
    await sheet.add([{ [added]: 'more' }])
    const operation = await runAsAda(sheet, { statuses: ['STALE', 'COMPLETED'] })
    await decided(operation)
    const { latest_calculation: latest } = await upToDate(scorecard)
    const [criterion] = Object.values<{ pass_count: number }>(latest.criterion_summaries)
    assert.deepEqual([criterion!.pass_count, latest.aggregate_score], [301, 1])
  })

  it('keeps its value if judges must be paid, if a key started the run, or without an earlier score', async () => {
    world.fake.answerWith(() => ({ text: JSON.stringify({ reasoning: 'because', value: true }) }))
    const judge = {
      title: 'polite',
      primitive_type: 'LLM_ASSERTION',
      primitive_config: { source: 'output', prompt: 'Is it polite?' },
    }
    const judged = await scoredSheet(['a'], [judge])
    const calls = world.openAi.calls.length
    await judged.sheet.write(0, judged.text, { value: 'b' })
    await decided(await runAsAda(judged.sheet))
    assert.equal((await judged.scorecard.read()).scorecard.status, 'stale')
    assert.equal(world.openAi.calls.length, calls)

    const { sheet, text, scorecard } = await scoredSheet(['a'], [compare('same', 'output', 'text')])
    const { id } = (await scorecard.read()).latest_calculation
    await sheet.write(0, text, { value: 'b' })
    await recalculate(sheet)
    assert.equal((await scorecard.read()).latest_calculation.id, id)

    await scorecard.configured([compare('equal', 'output', 'text')])
    bodyOf(await world.api.delete(scorecard.path))
    await scorecard.configured([compare('equal', 'output', 'text')])
    await sheet.write(0, text, { value: 'c' })
    await decided(await runAsAda(sheet))
    assert.equal((await scorecard.read()).latest_calculation, null)
  })

  it('is calculated again for a configured score without a scorecard', async () => {
    const { sheet, text, scorecard } = await scoredSheet(['yes'], [compare('same', 'output', 'text')])
    bodyOf(await world.api.delete(scorecard.path))
    const read = async () => bodyOf(await world.api.get(`${sheet.path}/score`))
    bodyOf(await world.api.patch(`${sheet.path}/score`, { score_type: 'boolean', column_names: ['output'] }))
    bodyOf(await world.api.post(`${sheet.path}/score`), 202)
    await until(read, ({ status }) => status === 'completed')
    await sheet.write(0, text, { value: 'no' })
    await decided(await runAsAda(sheet))
    await until(read, ({ overall_score }) => overall_score === 0)
  })
})
