import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { emittedOpenApi } from '../src/server/app.ts'

test('openapi.json matches the contract; `npm run openapi` writes it anew', () => {
  const file = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
  assert.deepEqual(JSON.parse(file), JSON.parse(JSON.stringify(emittedOpenApi())))
})
