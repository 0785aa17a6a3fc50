import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wordChanges } from './word-changes.ts'

const marked = (before: string, after: string) =>
  wordChanges(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('')

describe('changes of words', () => {
  it('keep whole words together', () => {
    assert.equal(
      marked('We refund it within 5 days.', 'We refund it within 10 days.'),
      'We refund it within [-5-]{+10+} days.',
    )
    assert.equal(marked('Thank you', 'Thank you, Ada'), 'Thank you{+, Ada+}')
    assert.equal(marked('same', 'same'), 'same')
    assert.equal(marked('', 'new'), '{+new+}')
    assert.equal(marked('grüße 👋', 'grüße 👍'), 'grüße [-👋-]{+👍+}')
  })

  it('replace phrases as a whole', () => {
    assert.equal(
      marked('The camping stove broke on the trip.', 'The head torch of order A came.'),
      'The [-camping stove broke on the trip-]{+head torch of order A came+}.',
    )
  })

  it('contain both texts at any length', () => {
    const before = Array.from({ length: 20_000 }, (_none, index) => `word${index}`).join(' ')
    const after = Array.from({ length: 20_000 }, (_none, index) => `other${index}`).join(' ')
    const pieces = wordChanges(before, after)
    const without = (kind: string) => pieces.filter((piece) => piece.kind !== kind).map(({ text }) => text)
    assert.equal(without('added').join(''), before)
    assert.equal(without('removed').join(''), after)
  })
})
