import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../../test/crash/database.ts'
import { freshStorage } from '../../../test/kit/app.ts'
import { runGalley } from '../../../test/start/galley-process.ts'

test('a process killed in a migration leaves it to the next process', async (context) => {
  const { config, drop } = await freshStorage()
  context.after(drop)
  const fault = join(import.meta.dirname, '../../../test/start/die-in-step.ts')
  const environment = { GALLEY_DATA: config.folder }
  const died = await runGalley(['migrate'], environment, { nodeArguments: ['--import', fault] })
  assert.equal(died.signal, 'SIGKILL')
  assert.match(died.stderr, /half of the step is done/)

  const next = await runGalley(['migrate'], environment)
  assert.equal(next.code, 0, next.stderr)
  assert.ok(JSON.parse(next.stdout).applied.includes('0001_registry_and_requests'))
  const database = await openDatabase(config)
  assert.deepEqual(await database.query('pragma integrity_check'), [{ integrity_check: 'ok' }])
  await database.close()
})
