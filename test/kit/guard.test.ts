import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from './until.ts'

const guard = join(import.meta.dirname, 'guard.ts')

test('a guarded process ends, and its folder is deleted, when its starter is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-guard-test-'))
  const pidFile = join(folder, 'pid')
  const command = `require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`
  const job = JSON.stringify({ folder, command: process.execPath, args: ['-e', command] })
  const start = { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }
  const starter = `require('child_process').spawn(process.execPath, ${JSON.stringify([guard, job])}, ${JSON.stringify(start)})`
  const owner = spawn(process.execPath, ['-e', `${starter}; setInterval(() => {}, 1000)`])

  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '')
  const pid = Number(readFileSync(pidFile, 'utf8'))
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  await until(() => !existsSync(folder))
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})
