import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { membersBeginning, mentionBefore, mentionedIn, partsOf } from './mentions.ts'

const members = [
  { id: '1', name: 'Ada Lovelace' },
  { id: '2', name: 'Ada' },
  { id: '3', name: 'grace@example.com' },
]

describe('mentions', () => {
  it('begin after an @ at the start of a word', () => {
    assert.deepEqual(mentionBefore('Look, @Ada L', 12), { position: 6, prefix: 'Ada L' })
    assert.deepEqual(mentionBefore('@', 1), { position: 0, prefix: '' })
    assert.equal(mentionBefore('ada@example.com', 15), null)
    assert.equal(mentionBefore('Look, @Ada', 3), null)
  })

  it('offer members by the beginning of their name or of a word of it', () => {
    const names = (prefix: string) => membersBeginning(members, prefix, 5).map(({ name }) => name)
    assert.deepEqual(names('ad'), ['Ada Lovelace', 'Ada'])
    assert.deepEqual(names('love'), ['Ada Lovelace'])
    assert.deepEqual(names('exam'), ['grace@example.com'])
    assert.deepEqual(names('zz'), [])
  })

  it('are found in a text, the longest name first', () => {
    const text = 'See @Ada Lovelace, @grace@example.com and a@b'
    assert.deepEqual(
      mentionedIn(text, members).map(({ id }) => id),
      ['1', '3'],
    )
    assert.deepEqual(
      partsOf(
        text,
        members.map(({ name }) => name),
      ),
      [
        { text: 'See ', isMention: false },
        { text: '@Ada Lovelace', isMention: true },
        { text: ', ', isMention: false },
        { text: '@grace@example.com', isMention: true },
        { text: ' and a@b', isMention: false },
      ],
    )
  })
})
