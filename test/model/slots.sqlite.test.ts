import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { migrate, openStore, type Store } from '../../src/server/db/index.ts'
import { ModelFailure } from '../../src/server/model/failure.ts'
import { createModelSlots, type ModelSlots, type SlotRequest } from '../../src/server/model/slots/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { migratedStorage } from '../kit/app.ts'
import { callThrough, reply } from './call-through.ts'
import { HiddenRate } from './hidden-rate.ts'
import { virtualTime } from './virtual-time.ts'

let store: Store
let drop: () => Promise<void>
before(async () => {
  const storage = await migratedStorage()
  await migrate(storage.config)
  store = await openStore(storage.config)
  drop = storage.drop
})
after(async () => {
  await store.close()
  await drop()
})

const request = (changes: Partial<SlotRequest> = {}): SlotRequest => ({
  workspace: 1 as WorkspaceId,
  pool: { provider: 'openai', connection: 'a key', model: 'a model' },
  run: { id: 'a run', limits: null },
  estimate: { tokens: 100, cost: null },
  costOf: () => null,
  signal: new AbortController().signal,
  ...changes,
})

const pass = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

function setUp(
  context: TestContext,
  perSecond: number,
  burst: number,
  retryAfter: (wait: number) => number | null,
) {
  const time = virtualTime(context)
  const slots = createModelSlots(store, time.now)
  const hidden = new HiddenRate(perSecond, burst, time.now())
  const provider = async (latency: number) => {
    const wait = hidden.admit(time.now())
    if (wait !== null) {
      await pass(3)
      throw refusal(retryAfter(wait))
    }
    await pass(latency)
  }
  return { time, slots, hidden, provider }
}

const refusal = (retryAfterMilliseconds: number | null) =>
  new ModelFailure('Too many requests.', {
    errorType: 'PROVIDER_RATE_LIMIT',
    status: 429,
    retryable: true,
    retryAfterMilliseconds,
  })

const whenToCome = (wait: number) => Math.ceil(wait)
const inASecond = () => 1000
const nothing = () => null

for (const [name, burst, retryAfter] of [
  ['a second at once, and says when to come again', 500, whenToCome],
  ['a second at once, and says to come again in a second', 500, inASecond],
  ['a second at once, and says nothing', 500, nothing],
  ['hardly more than one at once, and says when to come again', 25, whenToCome],
  ['hardly more than one at once, and says nothing', 25, nothing],
] as const)
  test(`10,000 calls to a provider that admits 500 a second, ${name}`, async (context) => {
    const { time, slots, hidden, provider } = setUp(context, 500, burst, retryAfter)
    const finished = new Map<number, number>()
    const began = time.now()
    const all = Promise.all(
      Array.from({ length: 10_000 }, (_, index) =>
        callThrough(slots, request(), async () => {
          await provider(200)
          finished.set(index, (finished.get(index) ?? 0) + 1)
          return reply(index)
        }),
      ),
    )
    await time.until(all)
    const results = await all
    assert.deepEqual(
      results.map(({ reply }) => reply.response),
      [...results.keys()],
    )
    assert.ok(finished.size === 10_000 && [...finished.values()].every((times) => times === 1))
    assert.equal(hidden.admitted, 10_000)
    // The virtual clock gives the same time on every machine.
    const used = (((10_000 - burst) / hidden.perSecond) * 1000) / (time.now() - began)
    context.diagnostic(`${used.toFixed(3)} of the allowed rate, ${hidden.refused} refused`)
    assert.ok(used >= 0.9, `only ${used.toFixed(3)} of the allowed rate was used`)
    await slots.close()
  })

test('a run of one call does not wait for a run of ten thousand', async (context) => {
  const { time, slots, provider } = setUp(context, 100, 10, () => null)
  const stop = new AbortController()
  let finished = 0
  const large = Array.from({ length: 10_000 }, () =>
    callThrough(slots, request({ run: { id: 'large', limits: null }, signal: stop.signal }), async () => {
      await provider(50)
      finished++
      return reply(null)
    }).catch((error) => error),
  )
  await time.until(pass(3000))
  const before = finished
  const small = callThrough(slots, request({ run: { id: 'small', limits: null } }), async () => {
    await provider(50)
    return reply(null)
  })
  await time.until(small)
  assert.ok(finished - before < 200, `${finished - before} calls of the large run went before`)
  stop.abort(new Error('enough'))
  const ends = Promise.all(large)
  await time.until(ends)
  const errors = (await ends).filter((end) => end instanceof Error)
  assert.ok(errors.length > 5000 && errors.every(({ message }) => message === 'enough'))
  await slots.close()
})

test('Retry-After is a hard pause of the pool, and of no other', async (context) => {
  const { time, slots } = setUp(context, 1, 1, () => null)
  const starts: number[] = []
  const began = time.now()
  let attempts = 0
  const refusedOnce = callThrough(slots, request(), async () => {
    starts.push(time.now() - began)
    if (++attempts === 1) throw refusal(30_000)
    return reply(attempts)
  })
  await time.until(pass(10))
  const behind = callThrough(slots, request({ run: { id: 'other', limits: null } }), async () => {
    starts.push(time.now() - began)
    return reply(null)
  })
  const elsewhere = request({ pool: { provider: 'openai', connection: 'another key', model: 'a model' } })
  const other = callThrough(slots, elsewhere, async () => reply(time.now() - began))
  const all = Promise.all([refusedOnce, behind, other])
  await time.until(all)
  const [first, , third] = await all
  assert.deepEqual([first.reply.response, first.attempts, starts[0]], [2, 2, 0])
  assert.ok(starts.slice(1).every((start) => start >= 30_000))
  assert.ok(first.waitedMilliseconds >= 30_000 && Number(third.reply.response) < 1000)
  await slots.close()
})

test('an overloaded provider gets half as many calls at once', async (context) => {
  const { time, slots } = setUp(context, 1, 1, () => null)
  let [underWay, most, isOverloaded] = [0, 0, false]
  const call = async () => {
    underWay++
    most = Math.max(most, underWay)
    await pass(20)
    underWay--
    if (isOverloaded) throw new ModelFailure('Overloaded.', { errorType: 'PROVIDER_ERROR', status: 529 })
    return reply(null)
  }
  const wave = (calls: number) =>
    Promise.all(Array.from({ length: calls }, () => callThrough(slots, request(), call).catch(() => null)))
  await time.until(wave(64))
  ;[most, isOverloaded] = [0, true]
  const first = wave(64)
  await time.until(first)
  assert.equal(most, 64)
  ;[most, isOverloaded] = [0, false]
  const second = wave(64)
  await time.until(second)
  assert.equal(most, 32)
  await slots.close()
})

test('a first burst is small: more calls follow with stored answers, or with time', async (context) => {
  const { time, slots } = setUp(context, 1, 1, () => null)
  const answers: (() => void)[] = []
  const all = Promise.all(
    Array.from({ length: 200 }, () =>
      callThrough(slots, request(), async () => {
        await new Promise<void>((resolve) => answers.push(resolve))
        return reply(null)
      }),
    ),
  )
  await time.until(pass(0))
  assert.equal(answers.length, 32)
  for (const answer of answers.splice(0, 10)) answer()
  await time.until(pass(0))
  assert.equal(answers.length, 22 + 20)
  await time.until(pass(500))
  assert.ok(answers.length >= 90 && answers.length < 100, `${answers.length}`)
  await time.until(pass(1_000))
  assert.equal(answers.length, 190)
  for (const answer of answers) answer()
  await time.until(all)
  await slots.close()
})

test('calls that a provider always refuses do not block others, and fail', async (context) => {
  const isRefused = (index: number) => index % 20 === 0
  const { time, slots } = setUp(context, 1, 1, nothing)
  const tries = new Map<number, number>()
  const call = (run: string, index: number) =>
    callThrough(slots, request({ run: { id: run, limits: null } }), async () => {
      tries.set(index, (tries.get(index) ?? 0) + 1)
      await pass(isRefused(index) ? 3 : 100)
      if (isRefused(index)) throw refusal(5_000)
      return reply(index)
    }).catch((error: ModelFailure) => error)
  const began = time.now()
  const sheet = Array.from({ length: 1_000 }, (_, index) => call('sheet', index))
  await time.until(Promise.all(sheet.filter((_, index) => !isRefused(index))))
  // The other calls take 901 ms if no call is refused.
  assert.ok(time.now() - began <= 901 * 1.5, `${time.now() - began} ms`)
  const ends = Promise.all(sheet)
  for (let round = 0; round < 6; round++) {
    const beside = call('beside', 1_001 + 20 * round)
    const from = time.now()
    await time.until(beside)
    assert.equal(time.now() - from, 101)
    await time.until(pass(5_000))
  }
  await time.until(ends)
  for (const [index, end] of (await ends).entries()) {
    assert.equal(end instanceof Error, isRefused(index))
    if (end instanceof Error)
      assert.match(end.message, /refused this call \d times while it answered other calls/)
    assert.ok(tries.get(index)! <= 7, `${tries.get(index)} tries`)
  }
  await slots.close()
})

test('refused calls that come first after a kill are not retried before other calls are made', async (context) => {
  const { time, slots } = setUp(context, 1, 1, nothing)
  slots.beginCarefully()
  const began = time.now()
  const calls = Array.from({ length: 40 }, (_, index) =>
    callThrough(slots, request(), async () => {
      await pass(index < 2 ? 3 : 100)
      if (index < 2) throw refusal(20_000)
      return reply(index)
    }).catch(() => null),
  )
  await time.until(Promise.all(calls.slice(2)))
  assert.ok(time.now() - began < 45_000, `${time.now() - began} ms`)
  await slots.close()
})

test('under a limit of few calls no call fails', async (context) => {
  const { time, slots, provider } = setUp(context, 1, 3, inASecond)
  const all = Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      callThrough(slots, request(), async () => {
        await provider(50)
        return reply(index)
      }),
    ),
  )
  await time.until(all)
  await slots.close()
})

/**
 * Makes a call that the provider always refuses and that is cancelled at its sixth attempt; returns the
 * milliseconds until then.
 */
async function refusedAlways(slots: ModelSlots, time: ReturnType<typeof virtualTime>): Promise<number> {
  const stop = new AbortController()
  const began = time.now()
  let attempts = 0
  const call = callThrough(slots, request({ signal: stop.signal }), async () => {
    await pass(20)
    if (++attempts === 6) stop.abort(new Error('enough'))
    throw refusal(null)
  })
  await time.until(call.catch(() => null))
  return time.now() - began
}

async function answered(slots: ModelSlots, time: ReturnType<typeof virtualTime>): Promise<number> {
  const began = time.now()
  await time.until(callThrough(slots, request(), async () => reply(null)))
  return time.now() - began
}

test('calls that were refused one after another do not slow the calls after them', async (context) => {
  const { time, slots } = setUp(context, 1, 1, nothing)
  for (let good = 0; good < 5; good++) await answered(slots, time)
  for (let refused = 0; refused < 8; refused++) await refusedAlways(slots, time)
  for (let good = 0; good < 5; good++) assert.ok((await answered(slots, time)) <= 100)
  await slots.close()
})

test('a pool without an answer yet is slowed for seconds only by a call that is always refused', async (context) => {
  const { time, slots } = setUp(context, 1, 1, nothing)
  for (let refused = 0; refused < 4; refused++) {
    const milliseconds = await refusedAlways(slots, time)
    assert.ok(milliseconds < 60_000, `${milliseconds} ms`)
  }
  const milliseconds = await answered(slots, time)
  assert.ok(milliseconds < 5_000, `${milliseconds} ms`)
  await slots.close()
})
