import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { sharingTransactions, type Unit } from '../sharing-transactions.ts'
import { UnitGroups } from './unit-groups.ts'

const unit: Unit = [sharingTransactions({ sql: 'insert' } as CompiledQuery, 'row')]
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('groups of units', () => {
  let groups: UnitGroups
  /** Sizes of the groups that were sent. */
  let sizes: number[]
  /** Ends the groups under way, the first one first. */
  let ends: (() => void)[]

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] })
    sizes = []
    ends = []
    const send = (size: number) => {
      sizes.push(size)
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    groups = new UnitGroups({
      together: (units) => send(units.length),
      alone: () => send(1),
      isRefusal: () => false,
    })
  })
  afterEach(() => mock.timers.reset())

  const arrive = (count: number) => {
    for (let arrived = 0; arrived < count; arrived++) void groups.append(unit)
  }
  const end = async () => {
    ends.shift()!()
    await turn()
  }

  it('send a lone unit at once', async () => {
    for (let call = 1; call <= 3; call++) {
      arrive(1)
      assert.equal(sizes.length, call)
      await end()
    }
  })

  it('grow to the number of callers who send again', async () => {
    arrive(5)
    assert.deepEqual(sizes, [1])
    await end()
    // Four waited and one was under way, so the next group waits for the fifth.
    arrive(1)
    await end()
    for (let caller = 0; caller < 5; caller++) arrive(1)
    assert.deepEqual(sizes, [1, 5, 5])
  })

  it('are sent after two milliseconds if fewer units arrive', async () => {
    arrive(3)
    await end()
    assert.deepEqual(sizes, [1])
    mock.timers.tick(2)
    assert.deepEqual(sizes, [1, 2])
    await end()
    // Two units are expected now.
    arrive(2)
    assert.deepEqual(sizes, [1, 2, 2])
  })

  it('are sent beside a group that does not end', () => {
    arrive(3)
    mock.timers.tick(4)
    assert.deepEqual(sizes, [1])
    mock.timers.tick(1)
    assert.deepEqual(sizes, [1, 2])
  })

  it('leave no unit behind if it does not fit into a group that does not end', () => {
    arrive(1)
    arrive(100)
    assert.deepEqual(sizes, [1, 16])
    mock.timers.tick(5)
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      101,
    )
  })

  it('are sent beside another one if they are large', async () => {
    arrive(40)
    assert.deepEqual(sizes, [1, 16])
    await end()
    assert.deepEqual(sizes, [1, 16, 23])
  })
})
