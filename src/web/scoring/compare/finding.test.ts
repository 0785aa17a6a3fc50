import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findingText, guessedText } from './finding.ts'

const confidence_interval = { low: -0.1, high: 0.25 }

describe('a finding', () => {
  it('says whether a difference may be due to chance', () => {
    const text = findingText({ pairs: 1_200, confidence_interval, finding: 'not significant' })
    assert.equal(
      text,
      'Not significant, it may be chance: 95% confidence interval −0.1 to +0.25, from 1,200 rows.',
    )
    assert.match(
      findingText({ pairs: 1, confidence_interval: null, finding: 'too few pairs' }),
      /^Too few.* 1 row /,
    )
    assert.match(
      findingText({ pairs: 0, confidence_interval: null, finding: 'too few pairs' }),
      /^Nothing to compare.* Texts/,
    )
    const none = { low: 0, high: 0 }
    assert.equal(
      findingText({ pairs: 49, confidence_interval: none, finding: 'not significant' }),
      'No difference in any of 49 rows.',
    )
    assert.match(findingText({ pairs: 90, confidence_interval, finding: 'worse' }), /^Worse beyond chance/)
    const shareText = findingText({ pairs: 500, confidence_interval, finding: 'better' }, true)
    assert.equal(shareText, 'Better beyond chance: 95% confidence interval −10 to +25 points, from 500 rows.')
  })

  it('says which rows were matched by guess', () => {
    const none = { repeated_before: 0, repeated_after: 0, without_before: 0, without_after: 0 }
    assert.equal(guessedText(none), null)
    assert.equal(
      guessedText({ ...none, repeated_before: 2, repeated_after: 1_000, without_after: 1 }),
      '1,002 rows share their text with others and were matched in order. Rows without a text, matched by row number: 1.',
    )
  })
})
