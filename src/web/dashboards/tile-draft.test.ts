import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Tile } from '../../contract/index.ts'
import { isIncomplete, newTile, tileOf } from './tile-draft.ts'

const draft = (change: Partial<Tile>): Tile => ({ ...newTile(0), ...change })

describe('the draft of a tile', () => {
  it('is complete at first, and incomplete without the fields that its measure or grouping needs', () => {
    assert.equal(isIncomplete(draft({})), false)
    for (const [change, missing] of [
      [{ measure: 'score_share', score_name: 'topic' }, { score_value: 'refund' }],
      [{ measure: 'score_share', score_value: 'refund' }, { score_name: 'topic' }],
      [{ measure: 'score', score_subject: 'trace' }, { score_name: 'topic' }],
      [{ group_by: 'score' }, { score_name: 'topic' }],
      [{ measure: 'sheet_score', table_id: 't' }, { sheet_id: 's' }],
      [{ shape: 'groups' }, { group_by: 'engine' }],
      [{ group_by: 'metadata' }, { metadata_key: 'customer' }],
    ] as const) {
      assert.equal(isIncomplete(draft(change)), true, JSON.stringify(change))
      assert.equal(isIncomplete(draft({ ...change, ...missing })), false, JSON.stringify(missing))
    }
  })

  it('cannot group scores by a score', () => {
    assert.equal(isIncomplete(draft({ measure: 'score', group_by: 'score', score_name: 'topic' })), true)
  })

  it('gives a tile without the values of fields that it does not use', () => {
    const values = { group_by: 'metadata', metadata_key: 'customer', score_name: 'topic' } as const
    const number = tileOf(draft({ ...values, shape: 'number', table_id: 't', sheet_id: 's' }))
    const { group_by, metadata_key, score_name, table_id, sheet_id } = number
    assert.deepEqual([group_by, metadata_key, score_name, table_id, sheet_id], [null, null, null, null, null])
    const tableTile = tileOf(draft({ ...values, measure: 'sheet_score', shape: 'groups', sheet_id: 's' }))
    assert.deepEqual([tableTile.shape, tableTile.group_by, tableTile.sheet_id], ['over_time', null, 's'])
    const traceTile = tileOf(
      draft({ ...values, measure: 'score', score_subject: 'trace', shape: 'groups', score_value: 'x' }),
    )
    assert.deepEqual(
      [traceTile.shape, traceTile.group_by, traceTile.score_name, traceTile.score_value],
      ['over_time', null, 'topic', null],
    )
  })

  it('has a title of its measure and groups, unless it was given one', () => {
    assert.equal(
      tileOf(draft({ group_by: 'metadata', metadata_key: 'customer' })).title,
      'Requests by customer',
    )
    assert.equal(tileOf(draft({ measure: 'cost', group_by: 'engine' })).title, 'Cost by model')
    assert.equal(tileOf(draft({ measure: 'score', score_name: 'topic' })).title, 'Mean of topic')
    assert.equal(tileOf(draft({ title: ' Mine ' })).title, 'Mine')
  })
})
