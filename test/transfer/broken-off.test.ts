import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { exportInstance, migrate, openStore } from '../../src/server/db/index.ts'
import { createWorkspace } from '../../src/server/workspaces/index.ts'
import { killed, runGalley, startProcess } from '../start/galley-process.ts'
import { freshHome } from '../start/storage.ts'
import { freshFolder } from './fresh-folder.ts'

/** An export of the engine under test with three workspaces. */
async function exported(context: TestContext): Promise<string> {
  const { config } = await freshHome(context)
  await migrate(config)
  const store = await openStore(config)
  for (const name of ['one', 'two', 'three']) await createWorkspace(store, { name, now: Date.now() })
  await store.close()
  const folder = freshFolder(context)('export')
  await exportInstance(config, folder, Date.now())
  return folder
}

test('a killed import leaves storage that every command refuses, and can be repeated', async (context) => {
  const folder = await exported(context)
  const { environment } = await freshHome(context)
  const file = join(folder, 'workspaces.jsonl.zst')
  const whole = `${file}.whole`
  renameSync(file, whole)
  execFileSync('mkfifo', [file])

  const doomed = startProcess(['import', folder], environment)
  // The import opens this file after it has filled other tables; it gets 20 bytes and waits for the rest.
  const pipe = await open(file, 'w')
  await pipe.write(readFileSync(whole).subarray(0, 20))
  await killed(doomed)
  await pipe.close()

  for (const line of [['serve'], ['migrate'], ['key', 'list'], ['export', join(folder, 'x')]]) {
    const { code, stderr } = await runGalley(line, { ...environment, GALLEY_PORT: '0' })
    assert.equal(code, 1)
    assert.match(stderr, /^galley: An import or a restore into this storage is under way or was interrupted/)
    assert.doesNotMatch(stderr, /^\s+at /m)
  }

  rmSync(file)
  renameSync(whole, file)
  const again = await runGalley(['import', folder], environment)
  assert.equal(again.code, 0, again.stderr)
  const keys = await runGalley(['key', 'list', '--workspace', '3'], environment)
  assert.equal(JSON.parse(keys.stdout).length, 1)
})
