import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const defaults = {
  port: 4400,
  host: '127.0.0.1',
  folder: resolve('./data'),
  databaseUrl: null,
  role: 'all',
  firstKey: null,
  logLevel: 'info',
}

test('all settings have defaults', () => {
  assert.partialDeepStrictEqual(readConfig({}), defaults)
})

test('an empty variable counts as not set', () => {
  const names = ['PORT', 'HOST', 'DATA', 'ROLE', 'API_KEY', 'LOG_LEVEL'].map((name) => `GALLEY_${name}`)
  const empty = Object.fromEntries([...names, 'DATABASE_URL'].map((name) => [name, '']))
  assert.partialDeepStrictEqual(readConfig(empty), defaults)
})

test('an invalid port is refused, and the message names the variable', () => {
  for (const port of ['eighty', '-1', '65536', '4400.5', '0x50', '123456'])
    assert.throws(
      () => readConfig({ GALLEY_PORT: port }),
      (error) => {
        assert.ok(error instanceof ConfigError)
        return error.message.startsWith('GALLEY_PORT ')
      },
    )
  for (const port of [0, 65_535]) assert.equal(readConfig({ GALLEY_PORT: `${port}` }).port, port)
})

test('docs/configuration.md names every setting', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  const namesRead = new Set<string>()
  const recorded = new Proxy<Record<string, string>>(
    {
      GALLEY_OIDC_ISSUER: 'https://login.example',
      GALLEY_OIDC_CLIENT_ID: 'id',
      GALLEY_OIDC_CLIENT_SECRET: 's',
    },
    {
      get: (variables, name: string) => {
        namesRead.add(name)
        return variables[name]
      },
    },
  )
  readConfig(recorded)
  assert.ok(namesRead.has('GALLEY_OIDC_ONLY') && namesRead.has('ANTHROPIC_BASE_URL'))
  assert.deepEqual(
    [...namesRead].filter((name) => !page.includes(`\`${name}\``)),
    [],
  )
})
