import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FairQueue } from './fair-queue.ts'

test('a run of one call goes second, though ten thousand wait', () => {
  const queue = new FairQueue<string>()
  for (let index = 0; index < 10_000; index++) queue.add('large', `large ${index}`)
  queue.add('small', 'small')
  assert.deepEqual([queue.take(), queue.take(), queue.take()], ['large 0', 'small', 'large 1'])
})

test('a call that is tried again goes before the others of its run', () => {
  const queue = new FairQueue<string>()
  queue.add('run', 'first')
  queue.add('run', 'again', true)
  assert.deepEqual([queue.take(), queue.take(), queue.take()], ['again', 'first', undefined])
})

type Step =
  | { kind: 'add'; run: string; isAgain: boolean }
  | { kind: 'take' }
  | { kind: 'remove'; nth: number }
const step = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    run: fc.constantFrom('a', 'b', 'c', 'd'),
    isAgain: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('take' as const) }),
  fc.record({ kind: fc.constant('remove' as const), nth: fc.nat(20) }),
)

test('no call is lost or comes twice, and no run is passed over while others come twice', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps: Step[]) => {
      const queue = new FairQueue<{ run: string }>()
      const waiting = new Set<{ run: string }>()
      /** For each run that waits: how often each other run has come since it began to wait, or came itself. */
      const since = new Map<string, Map<string, number>>()
      for (const step of steps) {
        if (step.kind === 'add') {
          const call = { run: step.run }
          if (![...waiting].some(({ run }) => run === step.run)) since.set(step.run, new Map())
          queue.add(step.run, call, step.isAgain)
          waiting.add(call)
        } else if (step.kind === 'remove') {
          const call = [...waiting][step.nth]
          if (call) assert.ok(queue.remove(call.run, call) && waiting.delete(call))
        } else {
          const call = queue.take()
          assert.equal(call === undefined, waiting.size === 0)
          if (!call) continue
          assert.ok(waiting.delete(call))
          since.set(call.run, new Map())
          for (const other of new Set([...waiting].map(({ run }) => run))) {
            if (other === call.run) continue
            const times: number = (since.get(other)!.get(call.run) ?? 0) + 1
            since.get(other)!.set(call.run, times)
            assert.ok(times <= 1, `${call.run} came twice while ${other} waited`)
          }
        }
        assert.equal(queue.size, waiting.size)
      }
    }),
  )
})
