import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { glossary } from './words.ts'

it('explains words of docs/words.md only', () => {
  const rows = readFileSync('docs/words.md', 'utf8').matchAll(/^\| ([^|]+) \|/gm)
  const words = new Set([...rows].flatMap(([, cell]) => cell!.toLowerCase().split(', ')))
  assert.deepEqual(
    Object.keys(glossary).filter((word) => !words.has(word.toLowerCase())),
    [],
  )
})
