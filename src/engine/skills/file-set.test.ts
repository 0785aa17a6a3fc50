import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { type Changes, changeFiles, clashOf } from './file-set.ts'

const files = new Map([
  ['a', 1],
  ['b', 2],
  ['c/d', 3],
])
const nothing = { deletes: [], moves: [], updates: [] }
const changed = (changes: Partial<Changes<number>>) =>
  Object.fromEntries(changeFiles(files, { ...nothing, ...changes }))
const move = (old_path: string, new_path: string) => ({ old_path, new_path })

test('deletes, then moves at once, then updates', () => {
  assert.deepEqual(changed({}), { a: 1, b: 2, 'c/d': 3 })
  assert.deepEqual(changed({ deletes: ['a'], moves: [move('b', 'a')] }), { a: 2, 'c/d': 3 })
  assert.deepEqual(changed({ moves: [move('a', 'b'), move('b', 'a')] }), { a: 2, b: 1, 'c/d': 3 })
  assert.deepEqual(changed({ moves: [move('a', 'e')], updates: [{ path: 'e', file: 9 }] }), {
    b: 2,
    'c/d': 3,
    e: 9,
  })
  assert.deepEqual(changed({ moves: [move('a', 'a')] }), { a: 1, b: 2, 'c/d': 3 })
  assert.deepEqual(Object.fromEntries(files), { a: 1, b: 2, 'c/d': 3 })
})

test('an invalid change is refused with its path', () => {
  const loc = (changes: Partial<Changes<number>>) => {
    try {
      changed(changes)
    } catch (error) {
      assert.ok(error instanceof Refusal)
      return (error.data['loc'] as unknown[]).join('.')
    }
    return 'not refused'
  }
  assert.equal(loc({ deletes: ['a', 'x'] }), 'body.deletes.1')
  assert.equal(loc({ deletes: ['a', 'a'] }), 'body.deletes.1')
  assert.equal(loc({ deletes: ['c'] }), 'body.deletes.0')
  assert.equal(loc({ moves: [move('x', 'y')] }), 'body.moves.0.old_path')
  assert.equal(loc({ moves: [move('a', 'y'), move('a', 'z')] }), 'body.moves.1.old_path')
  assert.equal(loc({ moves: [move('a', 'b')] }), 'body.moves.0.new_path')
  assert.equal(loc({ moves: [move('a', 'y'), move('b', 'y')] }), 'body.moves.1.new_path')
  const twice = [
    { path: 'e', file: 1 },
    { path: 'e', file: 2 },
  ]
  assert.equal(loc({ updates: twice }), 'body.file_updates.1.path')
})

test('a path cannot be both file and folder', () => {
  assert.equal(clashOf(['a', 'ab/c', 'b/c', 'B/d']), null)
  assert.equal(clashOf(['b/c/d', 'b/c']), 'b/c is a file and a folder at once.')
  assert.equal(clashOf(['A', 'a/b']), 'A is a file and a folder at once.')
  assert.equal(
    clashOf(['a/SKILL.md', 'a/skill.md']),
    'a/SKILL.md and a/skill.md differ only in upper and lower case.',
  )
})
