import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, newPathOf } from './skill-files.ts'

test('a save sends changed and new files, and the paths of removed ones', () => {
  const before = { 'a.md': 'one', 'b.md': 'two', constructor: 'three' }
  assert.deepEqual(changesOf(before, { 'a.md': 'one', constructor: '', 'c/d.md': '' }), {
    file_updates: [
      { path: 'constructor', content: '' },
      { path: 'c/d.md', content: '' },
    ],
    deletes: ['b.md'],
  })
  assert.deepEqual(changesOf(before, before), { file_updates: [], deletes: [] })
})

test('a path is normalised, and refused with a reason', () => {
  assert.deepEqual(newPathOf(' triage/./SKILL.md ', {}), { path: 'triage/SKILL.md' })
  assert.deepEqual(newPathOf('../a.md', {}), { problem: 'The path must not lead out of the collection.' })
  assert.deepEqual(newPathOf('', {}), { problem: 'The path must name a file.' })
  assert.deepEqual(newPathOf('a.md', { 'a.md': '' }), { problem: 'The collection already has this file.' })
})
