import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answersOf, parseAnswer } from './human.ts'

const column = (ui_element: object, data_type = 'number') => ({ config: { data_type, ui_element } })
const shown = (ui_element: object) => answersOf(column(ui_element))?.map(({ key, value }) => [key, value])

describe('permitted answers of a person', () => {
  it('is a rating by its digits', () => {
    assert.deepEqual(
      shown({ type: 'rating' }),
      [1, 2, 3, 4, 5].map((n) => [String(n), n]),
    )
    assert.deepEqual(
      shown({ type: 'rating', min: 0, max: 2 }),
      [0, 1, 2].map((n) => [String(n), n]),
    )
  })

  it('is an option by the digit of its position', () => {
    const options = Array.from({ length: 11 }, (_none, index) => `option ${index}`)
    const answers = answersOf(column({ type: 'select', options }, 'string'))!
    assert.deepEqual(answers[0], { value: 'option 0', label: 'option 0', key: '1' })
    assert.equal(answers[10]!.key, null)
  })

  it('is a step if there are few, else typed', () => {
    assert.deepEqual(shown({ type: 'slider', min: 0, max: 1, step: 0.1 })?.[3], undefined)
    assert.deepEqual(shown({ type: 'slider', min: 0, max: 0.3, step: 0.1 }), [
      ['1', 0],
      ['2', 0.1],
      ['3', 0.2],
      ['4', 0.3],
    ])
    assert.equal(shown({ type: 'number', min: 0, max: 1e9 }), undefined)
    assert.equal(shown({ type: 'text' }), undefined)
  })

  it('is parsed by the type of the column', () => {
    assert.equal(parseAnswer(column({}), '2,5'), 2.5)
    assert.equal(parseAnswer(column({}), 'two'), null)
    assert.equal(parseAnswer(column({}), ' '), null)
    assert.equal(parseAnswer(column({}, 'string'), ' two '), ' two ')
  })
})
