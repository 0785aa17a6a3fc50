import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FileResult } from './run-file.ts'
import { runTogether } from './run-together.ts'

async function outcomesOf(texts: readonly string[]): Promise<FileResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-run-together-'))
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.test.mjs`)
    writeFileSync(file, `import { describe, test } from 'node:test'\n${text}`)
    return file
  })
  try {
    return await runTogether(files, { env: process.env, testSeconds: 60, fileSeconds: 5 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const counts = (outcomes: readonly FileResult[]) =>
  outcomes.map(({ passed, failures }) => [passed, failures.length])

test('each file gets the results of its own tests', async () => {
  const outcomes = await outcomesOf([
    `describe('s', () => { test('a', () => {}); test('b', () => { throw new Error('no') }) })`,
    `test('a', async () => { await null }); test('b', () => {})`,
    `test('a', (t) => t.test('c', () => { throw new Error('neither') }))`,
  ])
  assert.deepEqual(counts(outcomes), [
    [1, 1],
    [2, 0],
    [0, 1],
  ])
  assert.match(outcomes[0]!.failures[0]!.location, /0\.test\.mjs:2 > s > b$/)
  assert.match(outcomes[2]!.failures[0]!.error, /^Error: neither\n/)
})

test('a file without a test fails', async () => {
  const outcomes = await outcomesOf([`test('a', () => {})`, ''])
  assert.deepEqual(counts(outcomes), [
    [1, 0],
    [0, 1],
  ])
})

test('files that end their common process are run one by one', async () => {
  const fine = `test('a', () => {})`
  for (const broken of [
    `throw new Error('no')`,
    `test('a', () => process.exit(0))`,
    `test('a', () => new Promise(() => setInterval(() => {}, 1000)))`,
    `test('a', async () => { Promise.reject(new Error('no')); await new Promise((done) => setTimeout(done, 50)) })`,
  ])
    assert.deepEqual(
      counts(await outcomesOf([fine, broken, fine])).map(([passed, failed]) => passed! > 0 && failed === 0),
      [true, false, true],
    )
})
