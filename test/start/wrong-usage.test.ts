import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from '../../src/server/command-line.ts'
import { runGalley } from './galley-process.ts'

const usage = /galley <command>\n\n {2}serve /

test('what is not a command prints the usage, and exits with 2', async () => {
  const { code, stderr, stdout } = await runGalley(['dance'], {})
  assert.equal(code, 2)
  assert.match(stderr, usage)
  assert.doesNotMatch(stderr, /^\s+at /m)
  assert.equal(stdout, '')
})

test('words and options that do not fit a command print the usage', async (context) => {
  const printed = context.mock.method(console, 'error', () => undefined)
  for (const line of [
    ['key'],
    ['key', 'dance'],
    ['key', 'revoke'],
    ['workspace', 'create'],
    ['workspace', 'create', 'two', 'words'],
    ['serve', 'quickly'],
    ['key', 'list', '--workspace', 'mine'],
    ['key', 'list', '--colour'],
    ['prices', 'import'],
    ['prices', 'import', 'a.json', '--workspace', '1', '--api-key', 'k'],
  ]) {
    assert.equal(await run(line, {}), 2, line.join(' '))
    assert.match(printed.mock.calls.at(-1)!.arguments[0], usage)
  }
})

test('--help prints the usage to standard output', async () => {
  const { code, stdout } = await runGalley(['--help'], {})
  assert.equal(code, 0)
  assert.match(stdout, /^galley <command>/)
})
