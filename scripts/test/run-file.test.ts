import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type FileResult, runFile } from './run-file.ts'

async function outcomeOf(text: string): Promise<FileResult> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-run-file-'))
  const file = join(folder, 'some.test.mjs')
  writeFileSync(file, `import { test } from 'node:test'\n${text}`)
  try {
    return await runFile(file, { env: process.env, testSeconds: 20, fileSeconds: 2 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function refusalOf(text: string): Promise<string> {
  const { failures } = await outcomeOf(text)
  return failures.map(({ error }) => error.split('\n')[0]).join(', ')
}

test('tests are counted, suites are not', async () => {
  const { passed, failures } = await outcomeOf(
    `import { describe } from 'node:test'\ndescribe('s', () => { test('a', () => {}) })\ntest('b', () => {})`,
  )
  assert.deepEqual({ passed, failures }, { passed: 2, failures: [] })
})

test('a failure is reported with its place, its path of names and its error', async () => {
  const { failures } = await outcomeOf(`test('a', (t) => t.test('b', () => { throw new Error('no') }))`)
  assert.equal(failures.length, 1)
  assert.match(failures[0]!.location, /some\.test\.mjs:2 > a > b$/)
  assert.match(failures[0]!.error, /^Error: no\n/)
})

test('a skipped test is refused', async () => {
  assert.equal(await refusalOf(`test.skip('a', () => {})`), 'skipped tests are not allowed')
  assert.equal(await refusalOf(`test.todo('a')`), 'todo tests are not allowed')
  const early = 'has no test, or ended before its tests did'
  assert.equal(await refusalOf(''), early)
  assert.equal(await refusalOf(`test('a', () => process.exit(0)); test('b', () => {})`), early)
})

test('a file that breaks outside its tests fails', async () => {
  assert.equal(await refusalOf(`throw new Error('no')`), 'ended with exit code 1')
})

test('an uncaught error fails the file and is printed', async () => {
  const later = (code: string) =>
    `test('a', async () => { ${code}; await new Promise((done) => setTimeout(done, 50)) }); test('b', () => {})`
  for (const code of [`setTimeout(() => { throw new Error('no') }, 5)`, `Promise.reject(new Error('no'))`]) {
    const { failures, output } = await outcomeOf(later(code))
    assert.equal(failures.length, 1)
    assert.match(output, /Error: no\n {4}at /)
  }
})

test('tests within suites and tests are reported with their path', async () => {
  const { passed, failures } = await outcomeOf(`import { before, suite } from 'node:test'
    suite('s', () => {
      let ready = false
      before(async () => { await null; ready = true })
      test('a', async () => { await null; if (ready) throw new Error('was ready') })
    })
    test('c', async (t) => { await null; await t.test('d', async () => { await null }) })`)
  assert.deepEqual(
    [passed, failures.map(({ location }) => location.slice(-7))],
    [2, [':5 > s > a'.slice(-7)]],
  )
})

test('a file that does not end is ended, and the test that holds it is named', async () => {
  const hangs = `test('a', () => {}); test('b', () => new Promise(() => setInterval(() => {}, 1000)))`
  assert.equal(await refusalOf(hangs), 'did not end within 2 s; still running: "b" (line 2)')
  assert.match(await refusalOf(`test('a', () => { for (;;); })`), /^did not end within 2 s/)
})

test('children of a file are ended with it: the result arrives once the output is closed', async () => {
  const { passed, failures } = await outcomeOf(`import { spawn } from 'node:child_process'
    test('a', () => {
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref()
    })`)
  assert.deepEqual({ passed, failures }, { passed: 1, failures: [] })
})
