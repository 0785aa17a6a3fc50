import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

test('docs/words.md has no word twice', () => {
  const page = readFileSync(new URL('../../docs/words.md', import.meta.url), 'utf8')
  const words = Array.from(page.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm), ([, cell]) => cell!).slice(1)
  const all = words.flatMap((cell) => cell.toLowerCase().split(', '))
  assert.ok(all.length > 100)
  assert.deepEqual(
    all.filter((word, index) => all.indexOf(word) !== index),
    [],
  )
})
