import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readFilePath } from './file-path.ts'

const path = (text: string) => {
  const reading = readFilePath(text)
  return 'path' in reading ? reading.path : undefined
}

test('a path is normalised', () => {
  assert.equal(path('SKILL.md'), 'SKILL.md')
  assert.equal(path('./triage//SKILL.md'), 'triage/SKILL.md')
  assert.equal(path('a/./b'), 'a/b')
  assert.equal(path('cafe\u0301.md'), 'caf\u00e9.md')
  assert.equal(path('.github/with space/ü.md'), '.github/with space/ü.md')
  assert.equal(path('...'), '...')
})

test('a path outside the collection is refused', () => {
  const hostile = [
    '',
    '.',
    './',
    '/etc/passwd',
    '..',
    '../a',
    'a/../b',
    'a/..',
    './/../a',
    'C:\\a',
    'c:a',
    './c:/a',
    'a\\b',
    '\\\\host\\share',
    'a/',
    'a\u0000b',
    'a\nb',
    'a\u007f',
    '\ud800',
    'x'.repeat(256),
    `${'abc/'.repeat(150)}d`,
  ]
  for (const text of hostile) assert.equal(path(text), undefined, JSON.stringify(text))
})

test('a normalised path stays inside and unchanged', () => {
  const steps = fc.array(fc.oneof(fc.constantFrom('..', '.', '', 'a', 'C:', '\\'), fc.string()), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(steps, (parts) => {
      const read = path(parts.join('/'))
      if (read === undefined) return
      assert.ok(!read.startsWith('/') && !read.split('/').some((step) => ['', '.', '..'].includes(step)))
      assert.equal(path(read), read)
    }),
  )
})
