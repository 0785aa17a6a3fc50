import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { after, test } from 'node:test'
import { openSandbox, returned } from './kit.ts'
import { eventually, runnersOf } from './processes.ts'

const { run } = openSandbox({ after })
const linux = process.platform === 'linux'
const autogroup = (pid: number | 'self') => `/proc/${pid}/autogroup`

test('runners leave the cores to the server', { skip: !linux }, async () => {
  for (const language of ['javascript', 'python'] as const) returned(await run(language, 'return 1'))
  for (const { pid } of runnersOf(process.pid)) assert.equal(getPriority(pid), 10)
})

test('sessions of runners leave the cores to the session of the server', {
  skip: !existsSync(autogroup('self')),
}, async () => {
  for (const language of ['javascript', 'python'] as const) returned(await run(language, 'return 1'))
  const lowered = () =>
    runnersOf(process.pid).every(({ pid }) => /nice 5$/m.test(readFileSync(autogroup(pid), 'utf8')))
  await eventually('each session has less than its share', lowered)
})
