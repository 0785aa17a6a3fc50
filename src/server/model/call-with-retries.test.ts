import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  callWithRetries,
  type ReleaseSlot,
  type RetryDependencies,
  type RetryLimits,
  streamWithRetries,
} from './call-with-retries.ts'
import { ModelFailure } from './failure.ts'
import type { ModelChunk, ModelReply } from './provider.ts'

const reply: ModelReply = { response: {}, usage: null, finishReason: 'stop', model: 'm' }
const limits: RetryLimits = { attempts: 4, deadlineMilliseconds: 60_000 }
const busy = (retryAfterMilliseconds: number | null = null) =>
  new ModelFailure('429', { errorType: 'PROVIDER_RATE_LIMIT', retryable: true, retryAfterMilliseconds })
const permanent = new ModelFailure('400', { errorType: 'PROVIDER_ERROR' })

/** A clock that moves only by `sleep` and `advance`. */
function clock(random = 0) {
  let time = 1_000
  const slept: number[] = []
  const dependencies: RetryDependencies = {
    now: () => time,
    random: () => random,
    async sleep(milliseconds) {
      slept.push(milliseconds)
      time += milliseconds
    },
  }
  return { dependencies, slept, advance: (milliseconds: number) => (time += milliseconds) }
}

/** Each attempt takes 10 ms and ends as listed. */
function attempts(outcomes: readonly (ModelReply | ModelFailure)[], random?: number) {
  const remaining = [...outcomes]
  const { dependencies, slept, advance } = clock(random)
  const attempt = async () => {
    advance(10)
    const outcome = remaining.shift()!
    if (outcome instanceof ModelFailure) throw outcome
    return outcome
  }
  return { attempt, dependencies, slept, remaining }
}

const failureOf = (work: Promise<unknown>): Promise<ModelFailure> =>
  work.then(
    () => assert.fail('it did not fail'),
    (error) => error,
  )

describe('calls with retries', () => {
  test('wait longer each time', async () => {
    const { attempt, dependencies, slept } = attempts([busy(), busy(), busy(), reply])
    const {
      attempts: made,
      waitedMilliseconds,
      latencyMilliseconds,
    } = await callWithRetries(attempt, limits, dependencies)
    assert.deepEqual(slept, [250, 500, 1_000])
    assert.deepEqual([made, waitedMilliseconds, latencyMilliseconds], [4, 1_780, 10])
  })

  test('wait for a random time between the whole backoff and half of it', async () => {
    const { attempt, dependencies, slept } = attempts([busy(), busy(), busy(), reply], 1)
    await callWithRetries(attempt, limits, dependencies)
    assert.deepEqual(slept, [500, 1_000, 2_000])
  })

  test('wait as long as the provider asks', async () => {
    const { attempt, dependencies, slept } = attempts([busy(7_000), reply])
    await callWithRetries(attempt, limits, dependencies)
    assert.deepEqual(slept, [7_000])
  })

  test('do not wait beyond the deadline', async () => {
    const { attempt, dependencies, slept } = attempts([busy(61_000), reply])
    const failure = await failureOf(callWithRetries(attempt, limits, dependencies))
    assert.deepEqual([failure.errorType, slept], ['PROVIDER_RATE_LIMIT', []])
  })

  test('end with a permanent failure or the last attempt', async () => {
    const once = attempts([permanent, reply])
    const failure = await failureOf(callWithRetries(once.attempt, limits, once.dependencies))
    assert.deepEqual([failure.message, failure.timing?.attempts, once.remaining.length], ['400', 1, 1])
    const often = attempts([busy(), busy(), reply])
    const last = await failureOf(
      callWithRetries(often.attempt, { ...limits, attempts: 2 }, often.dependencies),
    )
    assert.deepEqual(last.timing, {
      attempts: 2,
      waitedMilliseconds: 260,
      latencyMilliseconds: 10,
      firstTokenMilliseconds: null,
    })
  })

  test('take a slot for each attempt and release it with the outcome', async () => {
    const { attempt, dependencies } = attempts([busy(), reply])
    const log: unknown[] = []
    const takeSlot = async () => {
      await dependencies.sleep(100, AbortSignal.abort())
      return (outcome: unknown) => {
        log.push(outcome)
        return outcome instanceof ModelFailure ? 'pool' : null
      }
    }
    const outcome = await callWithRetries(attempt, { ...limits, takeSlot }, dependencies)
    assert.equal((log[0] as ModelFailure).errorType, 'PROVIDER_RATE_LIMIT')
    assert.equal(log[1], reply)
    // Each slot took 100 ms and the refused attempt 10. Slots wait for the pool's limit, so no backoff is added.
    assert.deepEqual([outcome.latencyMilliseconds, outcome.waitedMilliseconds], [10, 210])
  })

  test('rate-limit refusals are not attempts, up to a limit', async () => {
    const { attempt, dependencies, remaining } = attempts(Array.from({ length: 100 }, () => busy()))
    const takeSlot = async () => () => 'pool' as const
    const failure = await failureOf(callWithRetries(attempt, { ...limits, takeSlot }, dependencies))
    assert.equal(failure.errorType, 'PROVIDER_RATE_LIMIT')
    assert.equal(100 - remaining.length, 30 + limits.attempts)
  })

  test('a slot granted too late is released', async () => {
    const { dependencies } = clock()
    let give = (_release: ReleaseSlot) => {}
    const takeSlot = () => new Promise<ReleaseSlot>((resolve) => (give = resolve))
    const cancelling = new AbortController()
    const calling = callWithRetries(
      async () => reply,
      { ...limits, takeSlot, signal: cancelling.signal },
      dependencies,
    )
    cancelling.abort(new Error('enough'))
    await assert.rejects(calling, /enough/)
    const released = new Promise((resolve) =>
      give((outcome) => {
        resolve(outcome)
        return null
      }),
    )
    assert.equal(await released, null)
  })

  test('the deadline ends an attempt without an answer', async () => {
    const { dependencies } = clock()
    const failure = await failureOf(
      callWithRetries(() => new Promise(() => {}), { ...limits, deadlineMilliseconds: 20 }, dependencies),
    )
    assert.deepEqual([failure.errorType, failure.timing?.attempts], ['PROVIDER_TIMEOUT', 1])
  })

  test('the first token of a stream is timed within the last attempt', async () => {
    const { dependencies } = clock()
    let opened = 0
    const pass = (milliseconds: number) => dependencies.sleep(milliseconds, AbortSignal.abort())
    async function* open(): AsyncGenerator<ModelChunk, ModelReply> {
      await pass(10)
      if (++opened < 2) throw busy()
      yield { raw: { type: 'message_start' }, text: '' }
      await pass(30)
      yield { raw: { type: 'content_block_delta', delta: { thinking: 'Hm' } }, text: '' }
      await pass(200)
      yield { raw: {}, text: 'a' }
      return reply
    }
    const stream = streamWithRetries(open, limits, dependencies)
    let step = await stream.next()
    while (!step.done) step = await stream.next()
    const { firstTokenMilliseconds, latencyMilliseconds, attempts } = step.value
    assert.deepEqual([firstTokenMilliseconds, latencyMilliseconds, attempts], [40, 240, 2])
  })

  test('a stream is retried until its first chunk', async () => {
    const { dependencies } = clock()
    let opened = 0
    async function* open(): AsyncGenerator<ModelChunk, ModelReply> {
      opened++
      if (opened < 3) throw busy()
      yield { raw: {}, text: 'a' }
      throw busy()
    }
    const stream = streamWithRetries(open, limits, dependencies)
    assert.deepEqual((await stream.next()).value, { raw: {}, text: 'a' })
    const failure = await failureOf(stream.next())
    assert.deepEqual([opened, failure.retryable, failure.timing?.attempts], [3, false, 3])
  })
})
