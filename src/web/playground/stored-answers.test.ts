import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answersFor, inputOf, type StoredAnswer, type StoredAnswers, withAnswers } from './stored-answers.ts'
import { blankVariant, type Case, cellOf, newId, type Variant } from './variant.ts'

const testCase = (question: string): Case => ({ id: newId(), values: { question, expected: 'x' } })

const storedAnswer = (change: Partial<StoredAnswer>, text = ''): StoredAnswer => ({
  variant: 0,
  case: 0,
  input: 'other',
  at: 0,
  answer: { text } as StoredAnswer['answer'],
  scores: [],
  ...change,
})

const textsOf = (list: StoredAnswers) => list.map(([name, answers]) => [name, answers.map(({ at }) => at)])

describe('the input of an answer', () => {
  it('is the prompt, its model and the values of its variables, and nothing else', () => {
    const variant = blankVariant()
    const input = inputOf(variant, testCase('Why?'))
    assert.equal(inputOf({ ...variant, id: newId(), prompt: 'why', version: 3 }, testCase('Why?')), input)
    const unrelated = { ...testCase('Why?'), values: { question: 'Why?', expected: 'y' } }
    assert.equal(inputOf(variant, unrelated), input)
    assert.notEqual(inputOf(variant, testCase('How?')), input)
    const model = { ...variant.metadata!.model!, name: 'another' }
    assert.notEqual(
      inputOf({ ...variant, metadata: { ...variant.metadata, model } }, testCase('Why?')),
      input,
    )
    const messages = variant.template.messages.slice(1)
    const shorter: Variant = { ...variant, template: { ...variant.template, messages } }
    assert.notEqual(inputOf(shorter, testCase('Why?')), input)
  })
})

describe('stored answers', () => {
  it('follow their prompt and case to another position, and otherwise stay at theirs', () => {
    const [first, second] = [blankVariant(), { ...blankVariant(), metadata: null }]
    const [why, how] = [testCase('Why?'), testCase('How?')]
    const earlier = [
      storedAnswer({ case: 1, input: inputOf(first, why), at: 1 }),
      storedAnswer({ case: 0, input: inputOf(first, how), at: 2 }),
      storedAnswer({ variant: 1, case: 0, at: 3 }),
    ]
    const answers = answersFor(earlier, [first, second], [why, how])
    assert.deepEqual(
      answers.map(({ cell, stored: { at } }) => [cell, at]),
      [
        [cellOf(first, why), 1],
        [cellOf(first, how), 2],
        [cellOf(second, why), 3],
      ],
    )
  })

  it('are the newest that fit, without those of the playgrounds changed longest ago', () => {
    const long = 'x'.repeat(45_000)
    const many = Array.from({ length: 20 }, (_, at) => storedAnswer({ at }, long))
    const one = withAnswers([], 'new', [...many, storedAnswer({ at: 99 }, 'x'.repeat(60_000))])
    assert.deepEqual(textsOf(one), [['new', [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7]]])
    const three = withAnswers(withAnswers(one, '1', many), '2', [storedAnswer({ at: 5 })])
    assert.deepEqual(
      three.map(([name]) => name),
      ['2', '1', 'new'],
    )
    const four = withAnswers(three, '3', many)
    assert.deepEqual(
      four.map(([name]) => name),
      ['3', '2', '1'],
    )
    assert.deepEqual(
      withAnswers(four, '3', []).map(([name]) => name),
      ['2', '1'],
    )
  })
})
