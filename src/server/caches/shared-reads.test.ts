import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Changes } from '../changes.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { SharedRead, SharedReads } from './shared-reads.ts'

const workspace = 1 as unknown as WorkspaceId

/** A shared read whose states are the numbers of its reads; the test ends each read. */
function sharedRead() {
  const changes = new Changes()
  const reads: PromiseWithResolvers<number>[] = []
  const shared = new SharedRead(changes, workspace, () => {
    const read = Promise.withResolvers<number>()
    reads.push(read)
    return read.promise
  })
  const begun = async (number: number) => {
    while (reads.length < number) await Promise.resolve()
    return reads[number - 1]!
  }
  const end = async (number: number) => (await begun(number)).resolve(number)
  return { changes, reads, shared, begun, end }
}

describe('a shared read', () => {
  it('is read once for all concurrent calls', async () => {
    const { shared, end, reads } = sharedRead()
    const concurrent = [shared.readAgain(), shared.readAgain(), shared.read()]
    await end(1)
    const states = await Promise.all([...concurrent, shared.read()])
    assert.deepEqual([states.map(({ state }) => state), reads.length], [[1, 1, 1, 1], 1])
  })

  it('is read again for a new stream, and after a change, one read at a time', async () => {
    const { changes, shared, begun, end, reads } = sharedRead()
    const first = shared.readAgain()
    await end(1)
    const read = await first
    changes.notify(workspace)
    assert.equal(await shared.wait(read, AbortSignal.timeout(10_000)), true)
    const second = shared.read()
    await begun(2)
    const joining = shared.readAgain()
    assert.equal(reads.length, 2)
    await end(2)
    await end(3)
    assert.deepEqual([(await second).state, (await joining).state, reads.length], [2, 3, 3])
  })

  it('is read again after a read that failed', async () => {
    const { shared, begun, end } = sharedRead()
    const failing = shared.readAgain()
    const first = await begun(1)
    first.reject(new Error('no storage'))
    await assert.rejects(failing, /no storage/)
    const again = shared.readAgain()
    await end(2)
    assert.equal((await again).state, 2)
  })
})

describe('shared reads', () => {
  it('are shared by the streams of one subject of one workspace, and end with the last one', async () => {
    const all = new SharedReads<number>()
    const other = 2 as unknown as WorkspaceId
    let reads = 0
    const read = async () => ++reads
    const stream = (owner: WorkspaceId, subject: string) =>
      all.with(new Changes(), owner, subject, read, async (shared) => (await shared.read()).state)
    assert.deepEqual(
      await Promise.all([
        stream(workspace, 'a'),
        stream(workspace, 'a'),
        stream(workspace, 'b'),
        stream(other, 'a'),
      ]),
      [1, 1, 2, 3],
    )
    assert.equal(await stream(workspace, 'a'), 4)
  })
})
