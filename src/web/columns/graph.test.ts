import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column } from '../sheets/index.ts'
import { cycleOf, downstreamOf } from './graph.ts'
import { referencesOf } from './references.ts'

const column = (id: string, ...reads: string[]) =>
  ({
    id,
    title: id.toUpperCase(),
    dependencies: reads.map((column_id) => ({ column_id })),
  }) as unknown as Column

const [question, answer, score, other] = [
  column('question'),
  column('answer', 'question'),
  column('score', 'answer'),
  column('other'),
]
const columns = [question!, answer!, score!, other!]

describe('columns that read each other', () => {
  it('are found at any distance and in any order', () => {
    const ids = (id: string) => downstreamOf([...columns].reverse(), id).map((one) => one.id)
    assert.deepEqual(ids('question'), ['score', 'answer'])
    assert.deepEqual(ids('score'), [])
  })

  it('name the field that would close a cycle', () => {
    const references = referencesOf('COMPARE', {
      sources: ['OTHER', 'SCORE'],
      comparison_type: { type: 'STRING' },
    })
    assert.deepEqual(cycleOf(columns, answer!, references), {
      path: 'sources.1',
      message: 'Cycle: ANSWER reads SCORE reads ANSWER.',
    })
    assert.equal(cycleOf(columns, score!, references.slice(0, 1)), null)
    assert.match(
      cycleOf(columns, answer!, [{ path: 'code', target: 'ANSWER' }])!.message,
      /ANSWER reads ANSWER/,
    )
  })
})
