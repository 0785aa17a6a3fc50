import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { asStartedBy } from '../started-by.ts'
import { NoPermitError, Permits } from './permits.ts'

const takeFor = (permits: Permits, workspace: number, milliseconds?: number) =>
  asStartedBy({ workspace, role: 'viewer' }, () => permits.take(milliseconds))

describe('permits', () => {
  test('are released once, and workspaces take turns', async () => {
    const permits = new Permits(1)
    const served: number[] = []
    const work = async (workspace: number) => {
      const release = await takeFor(permits, workspace)
      served.push(workspace)
      await turn()
      release()
    }
    const all = [work(1), work(1), work(1), work(2), work(2), work(3)]
    await Promise.all(all)
    assert.deepEqual(served, [1, 2, 3, 1, 2, 1])
  })

  test('are left to others by a workspace at its limit', async () => {
    const permits = new Permits(3, 2)
    const first = await takeFor(permits, 1)
    await takeFor(permits, 1)
    await assert.rejects(takeFor(permits, 1, 1), NoPermitError)
    const waiting = takeFor(permits, 1)
    ;(await takeFor(permits, 2))()
    first()
    await waiting
  })

  test('are not granted to a caller that stopped waiting', async () => {
    const permits = new Permits(1)
    const release = await takeFor(permits, 1)
    await assert.rejects(takeFor(permits, 2, 1), NoPermitError)
    release()
    ;(await takeFor(permits, 3, 1))()
    await permits.emptied()
  })

  test('every caller is served, never more at once than the limits', async () => {
    const arrivals = fc.array(fc.record({ workspace: fc.integer({ min: 1, max: 4 }), turns: fc.nat(4) }), {
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        arrivals,
        async (count, most, all) => {
          const permits = new Permits(count, most)
          const granted: number[] = []
          await Promise.all(
            all.map(async ({ workspace, turns }) => {
              const release = await takeFor(permits, workspace)
              granted.push(workspace)
              assert.ok(granted.length <= count)
              assert.ok(granted.filter((other) => other === workspace).length <= most)
              for (let left = turns; left > 0; left--) await turn()
              granted.splice(granted.indexOf(workspace), 1)
              release()
            }),
          )
          await permits.emptied()
        },
      ),
    )
  })
})
