import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CallKind, mayTakeRunner, roomFor } from './runner-shares.ts'

const call = fc.record({
  workspace: fc.nat(5),
  kind: fc.constantFrom<CallKind>('interactive', 'short', 'long'),
})
type Call = { workspace: number; kind: CallKind }

/** Offers calls that never end, in this order; returns the calls that got a runner. */
function admitted(total: number, calls: readonly Call[]): Call[] {
  const running: Call[] = []
  for (const call of calls) if (mayTake(total, running, call)) running.push(call)
  return running
}

function mayTake(total: number, running: readonly Call[], { workspace, kind }: Call): boolean {
  const isInteractive = (other: Call) => other.kind === 'interactive'
  const alike = running.filter((other) => isInteractive(other) === (kind === 'interactive'))
  const interactive = running.filter(isInteractive).length
  return mayTakeRunner(kind, {
    total,
    interactive,
    background: running.length - interactive,
    own: alike.filter((other) => other.workspace === workspace).length,
    ofWorkspace: running.filter((other) => other.workspace === workspace).length,
  })
}

test('a workspace cannot take all runners', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 8 }), fc.array(call, { maxLength: 40 }), (total, calls) => {
      const running = admitted(
        total,
        calls.map((call) => ({ ...call, workspace: 1 })),
      )
      assert.ok(running.length < total)
      for (const kind of ['interactive', 'short'] as const)
        assert.ok(
          mayTake(total, running, { workspace: 2, kind }),
          `${kind} beside ${JSON.stringify(running)}`,
        )
    }),
  )
})

test('long calls leave a runner for short calls, and cells leave one for interactive calls', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 8 }), fc.array(call, { maxLength: 40 }), (total, calls) => {
      const long = admitted(
        total,
        calls.map((call) => ({ ...call, kind: 'long' })),
      )
      assert.ok(mayTake(total, long, { workspace: 9, kind: 'short' }))
      const cells = admitted(
        total,
        calls.filter(({ kind }) => kind !== 'interactive'),
      )
      assert.ok(mayTake(total, cells, { workspace: 9, kind: 'interactive' }))
    }),
  )
})

test('of four runners a workspace gets two for cells and one more for interactive calls', () => {
  const cells = Array.from({ length: 9 }, (): Call => ({ workspace: 1, kind: 'short' }))
  const both = [...cells, ...cells.map((cell): Call => ({ ...cell, kind: 'interactive' }))]
  assert.equal(admitted(4, cells).length, 2)
  assert.equal(admitted(4, both).length, 3)
  assert.equal(admitted(1, cells).length, 1)
})

test('taking several at once gives as much as one by one, and less than the free runners', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), fc.nat(40), (own, free, most) => {
      const room = roomFor(own, free, most)
      let [held, left] = [own, free]
      while (held < most && held < left) [held, left] = [held + 1, left - 1]
      assert.equal(room, held - own)
    }),
  )
})
