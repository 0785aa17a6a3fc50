import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blank, type Definition } from '../definition/definition.ts'
import { historyOf, redone, undone, withChange } from './history.ts'

const withNodes = (...names: string[]): Definition => ({
  ...blank,
  nodes: names.map((name) => ({ name, type: 'TEXT', config: {}, dependencies: [], isOutput: false })),
})
const configured = (value: string): Definition => ({
  ...blank,
  nodes: [{ name: 'a', type: 'TEXT', config: { value }, dependencies: [], isOutput: false }],
})
const namesIn = ({ nodes }: Definition) => nodes.map(({ name }) => name).join(' ')

test('a deleted node comes back, and goes again', () => {
  const history = withChange(withChange(historyOf(blank), withNodes('a', 'b'), 0), withNodes('a'), 10)
  assert.equal(namesIn(undone(history).present), 'a b')
  assert.equal(namesIn(redone(undone(history)).present), 'a')
  assert.equal(namesIn(undone(undone(history)).present), '')
})

test('letters typed without a pause are one step, a later letter is another', () => {
  const start = withChange(historyOf(blank), configured(''), 0)
  const word = [5_000, 5_300, 5_600].reduce(
    (history, at) => withChange(history, configured(`${at}`), at),
    start,
  )
  assert.deepEqual(undone(word).present, configured(''))
  const later = withChange(word, configured('more'), 9_000)
  assert.deepEqual(undone(later).present, configured('5600'))
})

test('a change after undo drops what was undone', () => {
  const history = withChange(withChange(historyOf(blank), withNodes('a'), 0), withNodes('a', 'b'), 10)
  const changed = withChange(undone(history), withNodes('c'), 20)
  assert.equal(redone(changed), changed)
  assert.equal(namesIn(undone(changed).present), 'a')
})

test('without a step before or after, nothing changes', () => {
  const history = historyOf(blank)
  assert.equal(undone(history), history)
  assert.equal(redone(history), history)
})
