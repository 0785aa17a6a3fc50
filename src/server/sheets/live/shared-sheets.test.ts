import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Changes } from '../../changes.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { SharedSheet } from './shared-sheets.ts'
import type { SheetState } from './sheet-state.ts'

const workspace = 1 as unknown as WorkspaceId

/** Its states are the numbers of the reads; a read ends when the test says so. */
function sharedSheet() {
  const changes = new Changes()
  const reads: PromiseWithResolvers<SheetState>[] = []
  const sheet = new SharedSheet(changes, workspace, () => {
    const read = Promise.withResolvers<SheetState>()
    reads.push(read)
    return read.promise
  })
  const begun = async (number: number) => {
    while (reads.length < number) await Promise.resolve()
    return reads[number - 1]!
  }
  const end = async (number: number) => (await begun(number)).resolve(number as unknown as SheetState)
  return { changes, reads, sheet, begun, end }
}

describe('a shared sheet', () => {
  it('is read once for all streams that ask', async () => {
    const { sheet, end, reads } = sharedSheet()
    const asked = [sheet.readAgain(), sheet.readAgain(), sheet.read()]
    await end(1)
    const states = await Promise.all([...asked, sheet.read()])
    assert.deepEqual([states.map(({ state }) => state), reads.length], [[1, 1, 1, 1], 1])
  })

  it('is read again for a new stream, and after a change, one read at a time', async () => {
    const { changes, sheet, begun, end, reads } = sharedSheet()
    const first = sheet.readAgain()
    await end(1)
    const read = await first
    changes.tell(workspace)
    assert.equal(await sheet.wait(read, AbortSignal.timeout(10_000)), true)
    const second = sheet.read()
    await begun(2)
    const joining = sheet.readAgain()
    assert.equal(reads.length, 2)
    await end(2)
    await end(3)
    assert.deepEqual([(await second).state, (await joining).state, reads.length], [2, 3, 3])
  })

  it('is read again after a read that failed', async () => {
    const { sheet, begun, end } = sharedSheet()
    const failing = sheet.readAgain()
    const first = await begun(1)
    first.reject(new Error('no storage'))
    await assert.rejects(failing, /no storage/)
    const again = sheet.readAgain()
    await end(2)
    assert.equal((await again).state, 2)
  })
})
