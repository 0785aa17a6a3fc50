import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ModelRequest } from '../../src/server/model/index.ts'
import { type FaultName, refusingOrigin, stallingOrigin } from '../fake-models/index.ts'
import { calm, faultOutcomes, isInTime, noneUnhandled, outcomeOf, patience } from './faults.ts'
import { failing, type OtherWire, otherWires, request } from './others.ts'
import { type ModelWorld, readToEnd, startModelWorld } from './world.ts'

/** A binary frame is cut within its first bytes, before any content. */
const cutInFrame = ({ fake }: OtherWire, isStreamed: boolean, fault: string) =>
  fake === 'bedrock' && isStreamed && fault === 'truncated_in_line'

/** Extra bytes in a binary frame break its checksum. */
const isImpossible = ({ fake }: OtherWire, isStreamed: boolean, fault: string) =>
  fake === 'bedrock' && isStreamed && fault === 'long_line'

describe('faults of the other wires', () => {
  const worlds = new Map<OtherWire, ModelWorld>()
  before(async () => {
    for (const wire of Object.values(otherWires)) {
      const world = await startModelWorld({ environment: wire.environment ?? {} })
      worlds.set(wire, world)
      // Loads the SDK first, which on a busy machine takes longer than the deadline.
      await world.call(request(wire))
    }
  })
  after(async () => {
    for (const world of worlds.values()) await world.close()
  })
  noneUnhandled()

  const run = (world: ModelWorld, call: Partial<ModelRequest>, isStreamed: boolean, timing = calm) =>
    outcomeOf(isStreamed ? readToEnd(world.stream(call, timing)) : world.call(call, timing))

  const cases = Object.entries(otherWires).flatMap(([name, wire]) =>
    [false, true].flatMap((isStreamed) =>
      Object.entries(faultOutcomes)
        .filter(([fault]) => !isImpossible(wire, isStreamed, fault))
        .map(([fault, [whole, streamed = whole]]) => {
          const expected = isStreamed && !cutInFrame(wire, isStreamed, fault) ? streamed : whole
          const title = `${name}, ${isStreamed ? 'streamed' : 'whole'}, ${fault}: ${expected}`
          return { wire, isStreamed, fault: fault as FaultName, expected, title }
        }),
    ),
  )

  for (const { title, wire, fault, isStreamed, expected } of cases.filter(
    (testCase) => testCase.expected !== 'PROVIDER_TIMEOUT',
  ))
    it(title, async () => {
      const outcome = await run(worlds.get(wire)!, failing(wire, fault), isStreamed)
      assert.equal(outcome === 'SUCCESS' ? outcome : outcome.errorType, expected, String(outcome))
      if (outcome === 'SUCCESS') return
      assert.equal(
        outcome.partial !== null,
        expected === 'PROVIDER_PARTIAL_RESPONSE' || hasBegun(fault, isStreamed),
      )
      assert.ok(!outcome.message.includes('<html'), outcome.message)
    })

  describe('that only a deadline ends', { concurrency: true }, () => {
    for (const { title, wire, fault, isStreamed } of cases.filter(
      (testCase) => testCase.expected === 'PROVIDER_TIMEOUT',
    ))
      it(title, async () => {
        const begun = performance.now()
        const outcome = await run(worlds.get(wire)!, failing(wire, fault), isStreamed, patience)
        isInTime(begun)
        assert.ok(outcome !== 'SUCCESS' && outcome.errorType === 'PROVIDER_TIMEOUT', String(outcome))
      })
  })

  const hasBegun = (fault: string, isStreamed: boolean) => isStreamed && fault === 'error_in_stream'

  for (const [name, wire] of Object.entries(otherWires)) {
    it(`${name}: which faults are retried, and when`, async () => {
      const failureOf = async (fault: FaultName) => {
        const failure = await run(worlds.get(wire)!, failing(wire, fault), false)
        assert.ok(failure !== 'SUCCESS')
        return { retryable: failure.retryable, status: failure.status, wait: failure.retryAfterMilliseconds }
      }
      assert.deepEqual(await failureOf('rate_limit_seconds'), { retryable: true, status: 429, wait: 1_000 })
      assert.equal((await failureOf('rate_limit_milliseconds')).wait, 120)
      assert.ok((await failureOf('rate_limit_date')).wait! <= 2_000)
      assert.equal((await failureOf('overloaded')).retryable, true)
      assert.equal((await failureOf('unavailable')).retryable, true)
      assert.equal((await failureOf('bad_key')).retryable, false)
      assert.equal((await failureOf('quota')).retryable, false)
      assert.equal((await failureOf('truncated')).retryable, false)
      assert.equal((await failureOf('reset')).retryable, false)
    })
  }

  it('Gemini says within the body how long to wait', async () => {
    const wire = otherWires['gemini']!
    const failure = await run(worlds.get(wire)!, failing(wire, 'rate_limit'), false)
    assert.ok(failure !== 'SUCCESS')
    assert.equal(failure.retryAfterMilliseconds, 1_000)
  })

  it('an error within a stream of Anthropic keeps its type and the text before it', async () => {
    const wire = otherWires['anthropic']!
    const failure = await run(worlds.get(wire)!, failing(wire, 'error_in_stream'), true)
    assert.ok(failure !== 'SUCCESS')
    assert.match(failure.message, /in the midst of it/)
    assert.equal(failure.retryable, false)
    assert.match(JSON.stringify(failure.partial?.response), /"text":"From /)
  })

  const lost: Readonly<Record<string, string>> = {
    anthropic: 'ANTHROPIC_BASE_URL',
    gemini: 'GOOGLE_GEMINI_BASE_URL',
    mistral: 'MISTRAL_BASE_URL',
    cohere: 'CO_API_URL',
    bedrock: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
    huggingface: 'HF_BASE_URL',
  }
  describe('of the network', { concurrency: true }, () => {
    for (const [name, variable] of Object.entries(lost))
      for (const isStreamed of [false, true]) {
        const title = `${name}, ${isStreamed ? 'streamed' : 'whole'}`
        it(`${title}: a refused connection may be tried again`, async () => {
          const world = await startModelWorld({ environment: { [variable]: refusingOrigin } })
          const failure = await run(world, request(otherWires[name]!), isStreamed)
          assert.ok(failure !== 'SUCCESS')
          assert.deepEqual([failure.errorType, failure.retryable], ['PROVIDER_ERROR', true])
          await world.close()
        })
        it(`${title}: a connection that never comes about ends with the deadline`, async () => {
          const silent = await stallingOrigin()
          const world = await startModelWorld({ environment: { [variable]: silent.origin } })
          const begun = performance.now()
          const failure = await run(world, request(otherWires[name]!), isStreamed, patience)
          isInTime(begun)
          assert.ok(failure !== 'SUCCESS' && failure.errorType === 'PROVIDER_TIMEOUT', String(failure))
          await world.close()
          await silent.close()
        })
      }
  })
})
