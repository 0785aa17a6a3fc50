import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
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

test('every source that a page names exists', () => {
  const root = new URL('../../', import.meta.url).pathname
  const sources = globSync('{src,test,scripts,bench}/**', { cwd: root }).map((path) => `/${path}`)
  const pages = globSync(['docs/**/*.md', 'CONTRIBUTING.md', 'README.md'], { cwd: root })
  const dangling = pages.flatMap((page) => {
    const named = readFileSync(root + page, 'utf8').matchAll(/`([\w/.*-]+\/[\w.*-]*\.tsx?)`/g)
    return Array.from(named, ([, path]) => path!)
      .filter((path) => !sources.some((source) => matchesGlob(source, `**/${path.replace(/^\.+\//, '')}`)))
      .map((path) => `${page}: ${path}`)
  })
  assert.ok(pages.length > 100)
  assert.deepEqual(dangling, [])
})
