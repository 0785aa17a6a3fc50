import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { stepForUnsearchable } from '../../src/engine/columns/backtracking.ts'
import { compileRegex } from '../../src/engine/patterns/regex/index.ts'
import { openSandbox, returned } from './kit.ts'
import { runnersOf } from './processes.ts'

const { run } = openSandbox({ after })

test('a pattern is matched although its runner gets no processor time for five seconds', async () => {
  returned(await run('javascript', 'return 1'))
  const [runner] = runnersOf(process.pid)
  const step = stepForUnsearchable('needs-backtracking', compileRegex(String.raw`(\d)\1`), 'call 4477', false)
  assert.ok(step.kind === 'need' && step.need.kind === 'code')
  const { code, data, deadlineMilliseconds: timeoutMs, clock = 'wall' } = step.need
  process.kill(runner!.pid, 'SIGSTOP')
  const answer = run('javascript', code, { data, timeoutMs, clock })
  await sleep(5_000)
  process.kill(runner!.pid, 'SIGCONT')
  assert.equal(returned(await answer), true)
})

test('a pattern that does not end is stopped after its processor time', async () => {
  const step = stepForUnsearchable(
    'needs-backtracking',
    compileRegex(String.raw`(a+)+\1$`),
    `${'a'.repeat(60)}!`,
    false,
  )
  assert.ok(step.kind === 'need' && step.need.kind === 'code')
  const { code, data, deadlineMilliseconds: timeoutMs, clock = 'wall' } = step.need
  const outcome = await run('javascript', code, { data, timeoutMs, clock })
  assert.equal(outcome.status === 'error' && outcome.error.kind, 'timeout')
})
