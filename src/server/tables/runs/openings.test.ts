import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { WorkspaceId } from '../../http/caller.ts'
import { Openings } from './openings.ts'

const workspace = 1 as WorkspaceId
const { signal } = new AbortController()

/** No patience ends. */
const still = () => 0

async function until(holds: () => boolean) {
  for (let times = 0; !holds(); times++) {
    if (times > 2_000) throw new Error('it did not come about')
    await sleep(5)
  }
}

async function settled() {
  for (let times = 0; times < 20; times++) await turn()
}

describe('the beginning of batches', () => {
  it('waits while calls of the run have no slot, and holds up no other run', async () => {
    const waiting = new Map([['busy', 1000]])
    const openings = new Openings({ waiting: (_workspace, run) => waiting.get(run) ?? 0 }, still)
    const begun: string[] = []
    const open = async (name: string, run: string) => {
      await openings.next(workspace, run, 64, signal)
      begun.push(name)
    }
    void open('busy 1', 'busy')
    void open('other 1', 'other')
    await settled()
    assert.deepEqual(begun, ['other 1'])
    waiting.set('busy', 0)
    await until(() => begun.length === 2)
    assert.deepEqual(begun, ['other 1', 'busy 1'])
  })

  it('rows that are being begun count as waiting, until they have been', async () => {
    const openings = new Openings({ waiting: () => 0 }, still)
    const leave = await openings.next(workspace, 'run', 500, signal)
    let isOpen = false
    void openings.next(workspace, 'run', 64, signal).then(() => {
      isOpen = true
    })
    await settled()
    assert.equal(isOpen, false)
    leave()
    leave()
    await until(() => isOpen)
  })

  it('no longer than its patience: the calls may be of another pool', async () => {
    let time = 0
    const openings = new Openings({ waiting: () => 1000 }, () => time++ * 50)
    await openings.next(workspace, 'run', 64, signal)
    assert.ok(time > 2)
  })

  it('whoever gives up while waiting leaves the line to the next', async () => {
    let calls = 1000
    const openings = new Openings({ waiting: () => calls }, still)
    const stop = new AbortController()
    const first = openings.next(workspace, 'run', 64, stop.signal)
    const second = openings.next(workspace, 'run', 64, signal)
    stop.abort(new Error('enough'))
    await assert.rejects(first)
    calls = 0
    await second
  })
})
