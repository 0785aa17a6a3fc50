import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runGalley } from './galley-process.ts'

test('what is not a command prints the usage, and exits with 2', async () => {
  const lines = [
    ['dance'],
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
  ]
  const results = await Promise.all(lines.map((line) => runGalley(line, {})))
  for (const [index, { code, stderr, stdout }] of results.entries()) {
    assert.equal(code, 2, lines[index]!.join(' '))
    assert.match(stderr, /galley <command>\n\n {2}serve /)
    assert.doesNotMatch(stderr, /^\s+at /m)
    assert.equal(stdout, '')
  }
})

test('who asks for help gets it on standard output', async () => {
  const { code, stdout } = await runGalley(['--help'], {})
  assert.equal(code, 0)
  assert.match(stdout, /^galley <command>/)
})
