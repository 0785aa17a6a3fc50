import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column } from '../../sheets/index.ts'
import { firstSides, groupsOf, movedTo, sideToAdd, withSide } from './sides.ts'

const column = (id: string, type: Column['type'], reads: string[] = [], title = id) => ({
  id,
  type,
  title,
  dependencies: reads.map((column_id) => ({
    column_id,
    reference_type: 'source',
    config_key: null,
    config_meta: null,
  })),
})

const columns = [
  column('question', 'TEXT'),
  column('category', 'PROMPT_TEMPLATE', ['question']),
  column('reply', 'PROMPT_TEMPLATE', ['question']),
  column('right category', 'COMPARE', ['category']),
  column('good reply', 'LLM_ASSERTION', ['reply']),
]

const readsCategory = column('reply', 'PROMPT_TEMPLATE', ['question', 'category'])

describe('the sides of a comparison', () => {
  it('are by default the saved and the current last output, graded by the check that reads it', () => {
    const reply = { column: 'reply', judge: 'good reply' }
    const versions = { named: undefined, fallback: 'v1' }
    assert.deepEqual(firstSides(columns.with(2, readsCategory), versions), [
      { ...reply, version: 'v1' },
      reply,
    ])
    assert.deepEqual(firstSides(columns, { named: 'v1', fallback: 'v1' }), [
      { ...reply, version: 'v1' },
      reply,
    ])
  })

  it('are two answers to the same inputs if no version has a name', () => {
    assert.deepEqual(firstSides(columns, { named: undefined, fallback: 'v1' }), [
      { column: 'category', judge: 'right category' },
      { column: 'reply', judge: 'good reply' },
    ])
  })

  it('are two outputs if no version is saved, and empty if there is only one output', () => {
    const versions = { named: undefined, fallback: undefined }
    assert.deepEqual(
      firstSides(columns.with(2, readsCategory), versions).map((side) => side.column),
      ['category', 'reply'],
    )
    assert.deepEqual(firstSides(columns.slice(0, 2), versions), [])
  })

  it('are chosen from groups that tell answers from checks, code and inputs', () => {
    const coded = [...columns, column('length', 'CODE_EXECUTION', ['reply'])]
    assert.deepEqual(
      groupsOf(coded).map(([name, members]) => [name, ...members.map(({ id }) => id)]),
      [
        ['Answers', 'category', 'reply'],
        ['Checks and judges', 'right category', 'good reply'],
        ['Code and other values', 'length'],
        ['Inputs', 'question'],
      ],
    )
  })

  it('keep their columns in another sheet, by title', () => {
    const there = columns.map(({ id, ...rest }) => ({ ...rest, id: `other ${id}` }))
    assert.deepEqual(movedTo({ column: 'reply', judge: 'good reply' }, 'second', columns, there), {
      sheet: 'second',
      column: 'other reply',
      judge: 'other good reply',
    })
  })

  it('get the new column of the first side if they had the same one', () => {
    const reply = { column: 'reply', judge: 'good reply' }
    const category = { column: 'category', judge: 'right category' }
    const sides = [reply, { ...reply, version: 'v1' }, { ...reply, sheet: 's2' }]
    assert.deepEqual(withSide(sides, 0, category), [category, { ...category, version: 'v1' }, sides[2]])
    assert.deepEqual(withSide(sides, 1, category), [reply, category, sides[2]])
  })

  it('get the newest named version that is not shown, then the current state', () => {
    const versions = [
      { id: 'v3', name: null },
      { id: 'v2', name: 'shorter' },
      { id: 'v1', name: 'before' },
    ]
    const reply = { column: 'reply', judge: 'good reply' }
    const sides = [{ ...reply, version: 'v2' }, reply]
    assert.deepEqual(sideToAdd(sides, versions), { ...reply, version: 'v1' })
    const saved = [
      { ...reply, version: 'v1' },
      { ...reply, version: 'v2' },
    ]
    assert.deepEqual(sideToAdd(saved, versions), { ...reply, version: undefined })
    assert.equal(sideToAdd([...saved, reply], versions), reply)
    const other = { ...reply, sheet: 'another' }
    assert.equal(sideToAdd([reply, other], versions), other)
  })
})
