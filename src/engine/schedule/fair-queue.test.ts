import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FairQueue } from './fair-queue.ts'

test('a run with one call is served second behind a run with ten thousand', () => {
  const queue = new FairQueue<string>()
  for (let index = 0; index < 10_000; index++) queue.add('large', `large ${index}`)
  queue.add('small', 'small')
  assert.deepEqual([queue.take(), queue.take(), queue.take()], ['large 0', 'small', 'large 1'])
})

test('a retried call is served before the other calls of its run', () => {
  const queue = new FairQueue<string>()
  queue.add('run', 'first')
  queue.add('run', 'again', true)
  assert.deepEqual([queue.take(), queue.take(), queue.take()], ['again', 'first', undefined])
})

test("a run that arrives while another run is served is served before that run's waiting calls", () => {
  const queue = new FairQueue<string>()
  queue.markServed('large')
  for (const call of ['large 0', 'large 1']) queue.add('large', call)
  queue.add('small', 'small 0')
  assert.deepEqual([queue.take(), queue.take()], ['small 0', 'large 0'])
  queue.add('small', 'small 1')
  assert.deepEqual([queue.take(), queue.take(), queue.take()], ['small 1', 'large 1', undefined])
})

test('turns taken while no call waited do not count', () => {
  const queue = new FairQueue<string>()
  queue.markServed('small')
  queue.markServed('large')
  queue.add('large', 'large 0')
  queue.add('small', 'small 0')
  assert.deepEqual([queue.take(), queue.take()], ['small 0', 'large 0'])
})

type Step =
  | { kind: 'add'; run: string; isRetry: boolean }
  | { kind: 'take' }
  | { kind: 'serve'; run: string }
  | { kind: 'remove'; nth: number }
const step = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    run: fc.constantFrom('a', 'b', 'c', 'd'),
    isRetry: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('take' as const) }),
  fc.record({ kind: fc.constant('serve' as const), run: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ kind: fc.constant('remove' as const), nth: fc.nat(20) }),
)

test('each call is served once, and no run is passed over while others are served twice', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps: Step[]) => {
      const queue = new FairQueue<{ run: string }>()
      const waiting = new Set<{ run: string }>()
      /**
       * For each waiting run, the number of times that each other run was served since it began to wait or
       * was served itself.
       */
      const since = new Map<string, Map<string, number>>()
      for (const step of steps) {
        if (step.kind === 'add') {
          const call = { run: step.run }
          if (![...waiting].some(({ run }) => run === step.run)) since.set(step.run, new Map())
          queue.add(step.run, call, step.isRetry)
          waiting.add(call)
        } else if (step.kind === 'remove') {
          const call = [...waiting][step.nth]
          if (call) assert.ok(queue.remove(call.run, call) && waiting.delete(call))
        } else if (step.kind === 'serve') {
          // The run is served without waiting, which is possible only with an empty queue.
          if (waiting.size === 0) queue.markServed(step.run)
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
