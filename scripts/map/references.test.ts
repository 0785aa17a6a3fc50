import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('every decision that a source or a page names has its record', () => {
  const root = new URL('../../', import.meta.url).pathname
  const records = new Set(readdirSync(`${root}docs/decisions`).map((file) => Number(file.slice(0, 4))))
  const files = globSync('{src,test,scripts,bench,docs}/**/*.{ts,tsx,sql,md}', { cwd: root })
  const dangling = files.flatMap((file) => {
    const named = readFileSync(root + file, 'utf8').matchAll(/\bdecisions? (\d+)(?: and (\d+))?/gi)
    const numbers = Array.from(named, ([, one, other]) => [one, other]).flat()
    return numbers
      .filter((number) => number !== undefined && !records.has(Number(number)))
      .map((number) => `${file}: ${number}`)
  })
  assert.ok(files.length > 1000)
  assert.deepEqual(dangling, [])
})
