import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSandbox, returned } from './kit.ts'
import { runnersOf } from './processes.ts'

/** 300 calls by default; 10,000 with GALLEY_SANDBOX_CALLS=10000. */
const calls = Number(process.env['GALLEY_SANDBOX_CALLS'] || 300)
const codes = {
  javascript:
    'const a = data.list.map((x) => x * 2); console.log(a.length); return { sum: a.reduce((x, y) => x + y), env }',
  'javascript with addresses, bytes and hashes': `
    const u = new URL('https://a.b/c?d=e')
    u.searchParams.append('f', new TextDecoder().decode(new TextEncoder().encode('g')))
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(u.href))
    const a = data.list.map((x) => x * 2); console.log(a.length); return { sum: a.reduce((x, y) => x + y), env }`,
  python: 'a = [x * 2 for x in data["list"]]\nprint(len(a))\nreturn {"sum": sum(a), "env": env}',
} as const

describe('soak', () => {
  for (const [title, code] of Object.entries(codes))
    test(`${calls} calls in ${title} leave the runner as it was`, { timeout: 600_000 }, async (t) => {
      const { run } = openSandbox(t, { runners: 1 })
      const list = Array.from({ length: 500 }, (_, index) => index)
      const once = async () => {
        const outcome = await run(title === 'python' ? 'python' : 'javascript', code, {
          data: { list },
          environment: { A: 'b' },
        })
        assert.deepEqual(returned(outcome), { sum: 249_500, env: { A: 'b' } })
        assert.equal(outcome.stdout, '500\n')
      }
      const warm = Math.ceil(calls / 3)
      for (let call = 0; call < warm; call++) await once()
      const [before] = runnersOf(process.pid)
      for (let call = warm; call < calls; call++) await once()
      const [after] = runnersOf(process.pid)
      assert.equal(after?.pid, before?.pid, 'the same runner served all calls')
      if (!before || !after) return t.skip('no /proc on this machine')
      const growth = after.residentBytes / before.residentBytes - 1
      t.diagnostic(
        `${Math.round(before.residentBytes / 1e6)} MB, then ${Math.round(after.residentBytes / 1e6)} MB`,
      )
      assert.ok(growth <= 0.1, `the runner grew by ${Math.round(growth * 100)} %`)
    })
})
