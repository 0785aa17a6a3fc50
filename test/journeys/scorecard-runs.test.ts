import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorker } from '../../src/server/app.ts'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite, startApp, type TestApp } from '../kit/app.ts'
import { compare, ScorecardClient, slowly } from './support/scorecards.ts'
import { emptySheet } from './support/tables.ts'

describe('calculations of scorecards', () => {
  const app = appOfSuite()

  const filled = async (outputs: readonly string[], of: TestApp = app) => {
    const sheet = await emptySheet(of.api)
    const output = await sheet.column('output')
    for (let from = 0; from < outputs.length; from += 100)
      await sheet.add(outputs.slice(from, from + 100).map((text) => ({ [output.id]: text })))
    return { sheet, output: output.id as string, scorecard: new ScorecardClient(sheet) }
  }
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

  /** The written results, read from storage. */
  const written = async (calculation: string, of: TestApp = app) => {
    const { db } = of.context.store
    const { workspace_id, sheet, number } = await db
      .selectFrom('scorecard_calculations')
      .selectAll()
      .where('id', '=', calculation)
      .executeTakeFirstOrThrow()
    return db
      .selectFrom('scorecard_rows')
      .select(['row_id', 'computed_at', 'verdict'])
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', sheet)
      .where('calculation', '=', number)
      .execute()
  }

  it('after the answer to a cancel no call starts and no result is written', async () => {
    const { sheet, scorecard } = await filled(numbered(60))
    await scorecard.configured([slowly(30)])
    const id = await scorecard.start()
    await scorecard.scored(2)
    const answer = await scorecard.cancel()
    const then = (await written(id)).length
    assert.deepEqual([answer.calculation_id, answer.execution_ids], [id, [id]])
    assert.equal(answer.cancelled_count, 60 - then)
    const { status, completed_at, aggregate_score } = await scorecard.calculation(id)
    assert.deepEqual([status, aggregate_score], ['cancelled', null])
    assert.ok(completed_at)
    await sleep(300)
    assert.equal((await written(id)).length, then)
    assert.ok(then < 60)
    assert.equal((await app.context.jobs.count(1 as never, id)).leased, 0)
    const { scorecard: shown, latest_calculation, display_calculation } = await scorecard.read()
    assert.deepEqual([shown.status, latest_calculation.id, display_calculation], ['ready', id, null])
    const again = await scorecard.cancel()
    assert.deepEqual([again.cancelled_count, again.calculation_id, again.execution_ids], [0, null, []])
    assert.equal((await scorecard.rows(`?calculation_id=${id}`)).rows.length, Math.min(50, then), sheet.id)
  })

  it('a cancel of some rows or steps leaves them skipped and lets the rest go on', async () => {
    const { scorecard } = await filled(numbered(12))
    const { steps } = await scorecard.configured([slowly(80), compare('same', 'output', 'output')])
    const id = await scorecard.start()
    const answer = await scorecard.cancel({ row_indices: [9, 10, 11], step_ids: [steps[0].id] })
    assert.deepEqual([answer.calculation_id, answer.cancelled_count], [id, 3])
    const calculation = await scorecard.ended(id)
    assert.equal(calculation.status, 'completed')
    const { criterion_summaries: criteria, aggregate_verdict } = calculation
    assert.deepEqual([criteria[steps[0].id].skipped_count, criteria[steps[1].id].pass_count], [3, 12])
    assert.equal(aggregate_verdict, 'warn')
    const row = await scorecard.row(10)
    assert.match(row.step_results[steps[0].id].error_message, /cancelled/)
    assert.deepEqual([row.step_results[steps[1].id].verdict, row.aggregate_verdict], ['pass', 'warn'])
    assert.deepEqual(row.stale_state, { is_stale: true, reasons: ['steps_left_out'] })
    const { stale_state: stale } = (await scorecard.read()).scorecard
    assert.deepEqual(
      [stale.reasons, stale.stale_row_indices, stale.stale_step_ids],
      [['steps_left_out'], [9, 10, 11], [steps[0].id]],
    )
  })

  it('rows cancelled once are not counted by the next cancel', async () => {
    const { scorecard } = await filled(numbered(12))
    const { steps } = await scorecard.configured([slowly(400), compare('same', 'output', 'output')])
    const id = await scorecard.start()
    const counts = []
    for (const scope of [
      { row_indices: [9, 10] },
      { row_indices: [10, 11] },
      { row_indices: [11], step_ids: [steps[1].id] },
      { step_ids: [steps[0].id] },
      { step_ids: [steps[0].id] },
      { row_indices: [8], step_ids: [steps[0].id] },
    ])
      counts.push((await scorecard.cancel(scope)).cancelled_count)
    assert.deepEqual(
      [counts.slice(0, 3), counts.slice(4)],
      [
        [2, 1, 0],
        [0, 0],
      ],
    )
    assert.ok(counts[3] <= 9, `${counts[3]} of the nine rows that were left`)
    await scorecard.ended(id)
  })

  it('a cancel ends only the latest calculation', async () => {
    const { scorecard } = await filled(numbered(30))
    await scorecard.configured([slowly(20)])
    const first = await scorecard.start()
    const second = await scorecard.start()
    const { calculation_id } = await scorecard.cancel()
    assert.equal(calculation_id, second)
    assert.equal((await scorecard.ended(first)).status, 'completed')
    assert.equal((await scorecard.calculation(second)).status, 'cancelled')
    const { scorecard: shown, display_calculation } = await scorecard.read()
    assert.deepEqual([shown.status, display_calculation.id], ['completed', first])
  })

  it('two calculations at once have equal results, each with its own rows', async () => {
    const { sheet, scorecard } = await filled(numbered(1200))
    const other = await sheet.column('other')
    await sheet.write(0, other.id, { value: '0' })
    await scorecard.configured([compare('same', 'output', 'output'), compare('other', 'output', 'other')])
    const [first, second] = await Promise.all([scorecard.start(), scorecard.start()])
    const ended = await Promise.all([first!, second!].map((id) => scorecard.ended(id)))
    for (const { id, status, aggregate_score, criterion_summaries } of ended) {
      assert.deepEqual([status, aggregate_score], ['completed', 1])
      assert.deepEqual(
        Object.values(criterion_summaries).map((one) => {
          const { pass_count, skipped_count } = one as Record<string, number>
          return [pass_count, skipped_count]
        }),
        [
          [1200, 0],
          [1, 1199],
        ],
      )
      assert.equal((await written(id)).length, 1200)
    }
    assert.deepEqual((await scorecard.rows()).verdict_counts, {
      pass: 1,
      warn: 1199,
      fail: 0,
      error: 0,
      skipped: 0,
    })
  })

  it('continue after a stop without computing written results again', async () => {
    const own = await startApp()
    try {
      const { scorecard } = await filled(numbered(60), own)
      await scorecard.configured([slowly(25)])
      const id = await scorecard.start()
      await scorecard.scored(5)
      await own.worker!.stop()
      const before = await written(id, own)
      assert.ok(before.length >= 5 && before.length < 60)
      assert.equal((await scorecard.calculation(id)).status, 'running')
      const next = createWorker(own.context)
      try {
        const calculation = await scorecard.ended(id)
        assert.deepEqual([calculation.status, calculation.aggregate_score], ['completed', 1])
      } finally {
        await next.stop()
      }
      const after = new Map((await written(id, own)).map((row) => [row.row_id, row.computed_at]))
      assert.equal(after.size, 60)
      for (const { row_id, computed_at } of before) assert.equal(after.get(row_id), computed_at)
      assert.equal((await scorecard.read()).progress.scored_rows, 60)
    } finally {
      await own.close()
    }
  })

  it('rows inserted or deleted meanwhile are not part of it', async () => {
    const { sheet, output, scorecard } = await filled(numbered(25))
    await scorecard.configured([slowly(20)])
    const id = await scorecard.start()
    await sheet.add([{ [output]: 'later' }])
    bodyOf(await sheet.api.delete(`${sheet.path}/rows`, {}, { row_indices: [24] }))
    const calculation = await scorecard.ended(id)
    assert.equal(calculation.status, 'completed')
    const scored = (await written(id)).length
    assert.ok(scored === 24 || scored === 25)
    assert.equal((await scorecard.read()).progress.total_rows, scored)
  })

  it('a sheet without rows has a verdict too', async () => {
    const { scorecard } = await filled([])
    await scorecard.configured([compare('same', 'output', 'output')])
    const { status, aggregate_score, aggregate_verdict } = await scorecard.calculated()
    assert.deepEqual([status, aggregate_score, aggregate_verdict], ['completed', null, 'skipped'])
  })

  it('code that fails, throws or returns no score is an error of its step and row', async () => {
    const { scorecard } = await filled(['a', 'b', 'c'])
    const code = (text: string) => ({
      title: text,
      primitive_type: 'CODE_EXECUTION',
      primitive_config: { language: 'JAVASCRIPT', code: text },
    })
    const { steps } = await scorecard.configured([
      code('if (data["output"] === "a") throw new Error("no a"); return 1'),
      code('return data["output"] === "b" ? 7 : 0.5'),
    ])
    const calculation = await scorecard.calculated()
    assert.deepEqual([calculation.aggregate_score, calculation.aggregate_verdict], [0.5, 'fail'])
    const [first, second] = await Promise.all([scorecard.row(0), scorecard.row(1)])
    assert.match(first.step_results[steps[0].id].error_message, /no a/)
    assert.deepEqual([first.aggregate_score, first.aggregate_verdict], [0.25, 'error'])
    assert.match(second.error_summary, /score_adapter/)
    const { rows } = await scorecard.rows('?verdict=error')
    assert.deepEqual(
      rows.map((row: { row_index: number }) => row.row_index),
      [0, 1],
    )
  })
})
