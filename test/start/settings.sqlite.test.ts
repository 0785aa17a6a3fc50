import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { unprivilegedUser } from '../kit/unprivileged-user.ts'
import { runGalley } from './galley-process.ts'
import { migratedHome } from './storage.ts'

const stackLine = /^\s+at /m

test('an invalid setting is named, with its valid values', async () => {
  const cases = [
    ['GALLEY_PORT', 'eighty', 'GALLEY_PORT must be a whole number from 0 to 65535, not "eighty".'],
    ['GALLEY_PORT', '65536', 'GALLEY_PORT must be a whole number from 0 to 65535, not "65536".'],
    ['GALLEY_ROLE', 'king', 'GALLEY_ROLE must be one of all, api, worker, not "king".'],
    ['GALLEY_LOG_LEVEL', 'loud', 'GALLEY_LOG_LEVEL must be one of fatal, error,'],
  ] as const
  const results = await Promise.all(cases.map(([name, value]) => runGalley(['serve'], { [name]: value })))
  for (const [index, [, , message]] of cases.entries()) {
    const { code, stderr } = results[index]!
    assert.equal(code, 1)
    assert.ok(stderr.startsWith(`galley: ${message}`), stderr)
    assert.doesNotMatch(stderr, stackLine)
  }
})

test('a file at the path of the data folder is reported', async (context) => {
  const { config, environment } = await migratedHome(context)
  const file = join(config.folder, 'a-file')
  writeFileSync(file, '')
  const { code, stderr } = await runGalley(['serve'], { ...environment, GALLEY_DATA: file })
  assert.equal(code, 1)
  assert.match(stderr, /^galley: The data folder \/.*a-file cannot be made, because a file is in its place\./)
  assert.doesNotMatch(stderr, stackLine)
})

test('a folder without write permission is reported', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-test-'))
  context.after(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o555)
  const attempts = [folder, join(folder, 'inner')]
  for (const dataFolder of attempts) {
    const { code, stderr } = await runGalley(['serve'], { GALLEY_DATA: dataFolder }, unprivilegedUser())
    assert.equal(code, 1)
    assert.match(stderr, /^galley: The data folder .* is not writable \(EACCES/)
    assert.doesNotMatch(stderr, stackLine)
  }
})
