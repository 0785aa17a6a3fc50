import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { Seats, SeatsTakenError } from './seats.ts'
import { asStartedBy } from './started-by.ts'

const takeFor = (seats: Seats, workspace: number, milliseconds?: number) =>
  asStartedBy({ workspace, role: 'viewer' }, () => seats.take(milliseconds))

describe('seats', () => {
  test('are given back once, and go to workspaces in turn', async () => {
    const seats = new Seats(1)
    const served: number[] = []
    const work = async (workspace: number) => {
      const giveBack = await takeFor(seats, workspace)
      served.push(workspace)
      await turn()
      giveBack()
    }
    const all = [work(1), work(1), work(1), work(2), work(2), work(3)]
    await Promise.all(all)
    assert.deepEqual(served, [1, 2, 3, 1, 2, 1])
  })

  test('are left to others by a workspace that has as many as it may', async () => {
    const seats = new Seats(3, 2)
    const first = await takeFor(seats, 1)
    await takeFor(seats, 1)
    await assert.rejects(takeFor(seats, 1, 1), SeatsTakenError)
    const waiting = takeFor(seats, 1)
    ;(await takeFor(seats, 2))()
    first()
    await waiting
  })

  test('are not given to one who has gone', async () => {
    const seats = new Seats(1)
    const giveBack = await takeFor(seats, 1)
    await assert.rejects(takeFor(seats, 2, 1), SeatsTakenError)
    giveBack()
    ;(await takeFor(seats, 3, 1))()
    await seats.emptied()
  })

  test('whoever comes is seated: never more than there are, nor more of one workspace', async () => {
    const arrivals = fc.array(fc.record({ workspace: fc.integer({ min: 1, max: 4 }), turns: fc.nat(4) }), {
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        arrivals,
        async (count, most, all) => {
          const seats = new Seats(count, most)
          const seated: number[] = []
          await Promise.all(
            all.map(async ({ workspace, turns }) => {
              const giveBack = await takeFor(seats, workspace)
              seated.push(workspace)
              assert.ok(seated.length <= count)
              assert.ok(seated.filter((other) => other === workspace).length <= most)
              for (let left = turns; left > 0; left--) await turn()
              seated.splice(seated.indexOf(workspace), 1)
              giveBack()
            }),
          )
          await seats.emptied()
        },
      ),
    )
  })
})
