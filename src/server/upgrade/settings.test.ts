import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingNames, unknownSettings } from './settings.ts'

test('every setting is listed and documented', () => {
  const server = join(import.meta.dirname, '..')
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!test)\.ts$/.test(name) && name !== join('upgrade', 'settings.ts'),
  )
  const read = new Set(
    sources.flatMap(
      (name) =>
        readFileSync(join(server, name), 'utf8').match(/(?<=')(?:GALLEY|CLICKHOUSE)_[A-Z\d_]+(?=')/g) ?? [],
    ),
  )
  assert.deepEqual([...read].sort(), [...settingNames])
  const documented = readFileSync(join(server, '../../docs/configuration.md'), 'utf8')
  for (const name of settingNames) assert.ok(documented.includes(`\`${name}\``), name)
})

test('a misspelt setting is unknown', () => {
  assert.deepEqual(
    unknownSettings({ GALLEY_PROT: '1', GALLEY_S3_BUCKET: 'b', CLICKHOUSE_PORT: '1', PATH: '' }),
    ['GALLEY_PROT'],
  )
})
