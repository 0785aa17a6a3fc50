import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runGalley } from '../start/galley-process.ts'
import { freshHome } from '../start/storage.ts'

test('PostgreSQL is backed up by its own tools', async (context) => {
  const { environment } = await freshHome(context)
  for (const [command, tool] of [
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ] as const) {
    const { code, stderr } = await runGalley([command, 'file'], environment)
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^galley: The data is in the PostgreSQL database.+${tool}`))
  }
})
