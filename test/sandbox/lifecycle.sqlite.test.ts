import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createGuardedFetch } from '../../src/server/edge/index.ts'
import { createSandbox, SandboxBusy, SandboxUnavailable } from '../../src/server/edge/sandbox/index.ts'
import type { SandboxLevel } from '../../src/server/edge/sandbox/layers/launch.ts'
import { sandboxFolder } from '../kit/sandbox-folder.ts'
import { emptyFolder, errorOf, openSandbox, returned } from './kit.ts'
import { descendants, eventually, isRunning, runnersOf, watchRunners } from './processes.ts'

const linux = process.platform === 'linux'
const endless = { javascript: 'for (;;);', python: 'while True: pass' } as const
const languages = ['javascript', 'python'] as const
const busyFor = (ms: number) => ({
  javascript: `const until = Date.now() + ${ms}; while (Date.now() < until) {}; return 2`,
  python: `import time\nuntil = time.time() + ${ms / 1_000}\nwhile time.time() < until: pass\nreturn 2`,
})

test('no runner exists before the first call, nor a while after the last', { skip: !linux }, async (t) => {
  const { run } = openSandbox(t, { idleMs: 300 })
  assert.deepEqual(descendants(process.pid), [])
  assert.equal(returned(await run('javascript', 'return 1')), 1)
  assert.ok(runnersOf(process.pid).length >= 1)
  await eventually('idle runners end', () => runnersOf(process.pid).length === 0)
  assert.equal(returned(await run('javascript', 'return 2')), 2)
})

test('a runner serves one workspace, and ends when another one needs its slot', {
  skip: !linux,
}, async (t) => {
  const { run } = openSandbox(t, { runners: 1 })
  const pid = async (workspace: number) => {
    assert.equal(returned(await run('javascript', 'return 1', { workspace })), 1)
    await eventually('one runner is left', () => runnersOf(process.pid).length === 1)
    return runnersOf(process.pid)[0]!.pid
  }
  const [first, again, other] = [await pid(1), await pid(1), await pid(2)]
  assert.equal(first, again)
  assert.notEqual(first, other)
  assert.equal(isRunning(first), false)
})

test('the kernel ends runners before the server when memory runs out', { skip: !linux }, async (t) => {
  const { run } = openSandbox(t)
  returned(await run('javascript', 'return 1'))
  const adjustments = runnersOf(process.pid).map(({ pid }) =>
    readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(),
  )
  assert.deepEqual([...new Set(adjustments)], ['1000'])
})

test('a call whose runners are all killed fails, so that its job is tried again', {
  skip: !linux,
}, async (t) => {
  const { run } = openSandbox(t)
  const killer = setInterval(() => {
    for (const { pid } of runnersOf(process.pid)) process.kill(pid, 'SIGKILL')
  }, 200)
  t.after(() => clearInterval(killer))
  await assert.rejects(run('javascript', endless.javascript, { timeoutMs: 60_000 }), SandboxUnavailable)
})

test('a runner killed while it starts is replaced, once', { skip: !linux }, async (t) => {
  const { run, sandbox } = openSandbox(t)
  await sandbox.level()
  const kill = async () => {
    await eventually('one starts', () => runnersOf(process.pid).length > 0)
    for (const { pid } of runnersOf(process.pid).slice(0, 1)) process.kill(pid, 'SIGKILL')
  }
  assert.equal(returned((await Promise.all([run('javascript', 'return 1'), kill()]))[0]), 1)
})

for (const language of languages)
  describe(language, () => {
    test('a call whose runner is killed goes to another runner', { skip: !linux }, async (t) => {
      const { run } = openSandbox(t)
      returned(await run(language, 'return 1'))
      const untilBusy = watchRunners(process.pid)
      const running = run(language, busyFor(2_000)[language], { timeoutMs: 60_000 })
      await untilBusy()
      for (const { pid } of runnersOf(process.pid)) process.kill(pid, 'SIGKILL')
      assert.equal(returned(await running), 2)
    })

    test('code with network is not run again if its runner is killed', { skip: !linux }, async (t) => {
      const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'] })
      t.after(() => guardedFetch.close())
      const { run } = openSandbox(t, { guardedFetch })
      returned(await run(language, 'return 1'))
      const untilBusy = watchRunners(process.pid)
      const running = run(language, endless[language], { timeoutMs: 60_000, network: true })
      await untilBusy()
      for (const { pid } of runnersOf(process.pid)) process.kill(pid, 'SIGKILL')
      const error = errorOf(await running)
      assert.deepEqual([error.kind, error.type], ['exception', 'SandboxCrash'])
      assert.equal(returned(await run(language, 'return 2')), 2)
    })

    test('idle runners killed from outside do not fail the next call', { skip: !linux }, async (t) => {
      const { run } = openSandbox(t)
      returned(await run(language, 'return 1'))
      for (const { pid } of runnersOf(process.pid)) process.kill(pid, 'SIGKILL')
      await eventually('they are gone', () => runnersOf(process.pid).length === 0)
      assert.equal(returned(await run(language, 'return 2')), 2)
    })

    test('a call is cancelled before, while waiting, and while running', { skip: !linux }, async (t) => {
      const { run } = openSandbox(t, { runners: 1 })
      const code = endless[language]
      returned(await run(language, 'return 1'))
      const untilBusy = watchRunners(process.pid)
      assert.equal(errorOf(await run(language, code, { signal: AbortSignal.abort() })).kind, 'cancelled')
      const [running, waiting] = [new AbortController(), new AbortController()]
      const first = run(language, code, { signal: running.signal, timeoutMs: 60_000 })
      const second = run(language, code, { signal: waiting.signal })
      await untilBusy()
      waiting.abort()
      assert.equal(errorOf(await second).kind, 'cancelled')
      running.abort()
      assert.equal(errorOf(await first).kind, 'cancelled')
      assert.equal(returned(await run(language, 'return 3')), 3)
    })
  })

test('calls of runs queue without a limit; calls that a caller waits for are refused in time', async (t) => {
  const { run } = openSandbox(t, { runners: 1 })
  const calls = Array.from({ length: 1_200 }, (_, index) =>
    run('javascript', 'return data', { data: index, run: `run ${index % 3}` }),
  )
  assert.deepEqual((await Promise.all(calls)).map(returned), [...calls.keys()])
  const ending = new AbortController()
  const more = { workspace: 1, signal: ending.signal }
  const waiting = Array.from({ length: 101 }, () => run('javascript', endless.javascript, more))
  await eventually('one runs', () => runnersOf(process.pid).length > 0)
  await assert.rejects(run('javascript', 'return 1', { workspace: 1 }), SandboxBusy)
  const other = run('javascript', 'return 2', { workspace: 2 })
  ending.abort()
  assert.equal(returned(await other), 2)
  await Promise.all(waiting)
})

test('workspaces take turns, and so do the runs of one workspace', async (t) => {
  const { run } = openSandbox(t, { runners: 1 })
  const order: string[] = []
  const call = async (workspace: number, name: string) => {
    await run('javascript', 'return 1', { workspace, run: name })
    order.push(name)
  }
  const first = call(1, 'first')
  const calls = ['large', 'large', 'large', 'large', 'small'].map((name) => call(1, name))
  await Promise.all([first, ...calls, call(2, 'other')])
  assert.deepEqual(order, ['first', 'large', 'other', 'small', 'large', 'large', 'large'])
})

test('closing ends running calls, waiting calls and every process', { skip: !linux }, async () => {
  const sandbox = createSandbox({ folder: sandboxFolder, runners: 1 })
  const job = { workspace: 1, language: 'javascript', code: endless.javascript, data: null } as const
  returned(await sandbox.run({ ...job, code: 'return 1' }))
  const untilBusy = watchRunners(process.pid)
  const [running, waiting] = [sandbox.run({ ...job, timeoutMs: 60_000 }), sandbox.run(job)]
  const refused = assert.rejects(waiting, SandboxUnavailable)
  await untilBusy()
  await sandbox.close()
  await refused
  assert.equal(errorOf(await running).kind, 'cancelled')
  await assert.rejects(sandbox.run(job), SandboxUnavailable)
  await eventually('no process is left', () => descendants(process.pid).length === 0)
})

for (const levels of [undefined, ['permission']] as const satisfies (readonly SandboxLevel[] | undefined)[])
  test(`runners end with a server that is killed (${levels ?? 'every layer'})`, {
    skip: !linux,
  }, async () => {
    const program = join(emptyFolder(), 'server.ts')
    const sandbox = new URL('../../src/server/edge/sandbox/index.ts', import.meta.url)
    writeFileSync(
      program,
      `import { createSandbox } from ${JSON.stringify(sandbox.href)}
       const { run } = createSandbox(${JSON.stringify({ folder: sandboxFolder, levels })})
       const job = { workspace: 1, data: null, timeoutMs: 60_000 }
       await Promise.all(['javascript', 'python'].map((language) => run({ ...job, language, code: 'return 1' })))
       process.stdin.once('data', () => {
         run({ ...job, language: 'javascript', code: 'for (;;);' })
         run({ ...job, language: 'python', code: 'while True: pass' })
       })
       console.log('ready')`,
    )
    const server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(server.stdout, 'data')
    const untilBusy = watchRunners(server.pid!, 2)
    server.stdin.write('start')
    await untilBusy()
    const all = descendants(server.pid!)
    server.kill('SIGKILL')
    await eventually('all are gone', () => all.every(({ pid }) => !isRunning(pid)))
  })

test('strict mode runs no code without isolation by the operating system', async (t) => {
  const { run, sandbox } = openSandbox(t, { strict: true, levels: ['permission'] })
  await assert.rejects(run('javascript', 'return 1'), SandboxUnavailable)
  assert.equal((await sandbox.level()).level, 'permission')
})

test('the snapshot is made once, and a broken one is replaced by a cold start', async (t) => {
  const folder = emptyFolder()
  const first = openSandbox(t, { folder })
  assert.equal(returned(await first.run('python', 'return 1')), 1)
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.snapshot'))!)
  await first.sandbox.close()
  writeFileSync(file, 'broken')
  const second = openSandbox(t, { folder })
  assert.equal(returned(await second.run('python', 'return 2')), 2)
  assert.equal(existsSync(file), false)
})
