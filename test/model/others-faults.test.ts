import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ErrorType } from '../../src/contract/index.ts'
import { ModelFailure, type ModelRequest } from '../../src/server/model/index.ts'
import { type FaultName, refusingOrigin, stallingOrigin } from '../fake-models/index.ts'
import { failing, type OtherWire, otherWires, request } from './others.ts'
import { type ModelWorld, readToEnd, startModelWorld } from './world.ts'

type Expected = ErrorType | 'SUCCESS'
const deadlineMilliseconds = 1_500

/** What a fault becomes, in one attempt: whole, and streamed where that differs. */
const table: Record<FaultName, readonly [whole: Expected, streamed?: Expected]> = {
  rate_limit: ['PROVIDER_RATE_LIMIT'],
  rate_limit_seconds: ['PROVIDER_RATE_LIMIT'],
  rate_limit_date: ['PROVIDER_RATE_LIMIT'],
  rate_limit_milliseconds: ['PROVIDER_RATE_LIMIT'],
  quota: ['PROVIDER_QUOTA_LIMIT'],
  bad_key: ['PROVIDER_AUTH_ERROR'],
  bad_request: ['PROVIDER_ERROR'],
  context_length: ['PROVIDER_ERROR'],
  not_found: ['PROVIDER_ERROR'],
  server_error: ['PROVIDER_ERROR'],
  unavailable: ['PROVIDER_ERROR'],
  overloaded: ['PROVIDER_ERROR'],
  bad_gateway_page: ['PROVIDER_ERROR'],
  page: ['PROVIDER_ERROR'],
  error_in_answer: ['PROVIDER_ERROR'],
  error_in_stream: ['PROVIDER_ERROR'],
  first_byte_stall: ['PROVIDER_TIMEOUT'],
  stall_in_answer: ['PROVIDER_TIMEOUT'],
  reset: ['PROVIDER_ERROR'],
  reset_in_answer: ['PROVIDER_ERROR', 'PROVIDER_PARTIAL_RESPONSE'],
  truncated: ['PROVIDER_ERROR', 'PROVIDER_PARTIAL_RESPONSE'],
  truncated_in_line: ['PROVIDER_ERROR', 'PROVIDER_PARTIAL_RESPONSE'],
  split_characters: ['SUCCESS'],
  bad_gzip: ['PROVIDER_ERROR'],
  long_line: ['SUCCESS'],
  endless: ['PROVIDER_ERROR'],
  drip: ['PROVIDER_TIMEOUT'],
}

/** A binary frame is cut within its first bytes, when nothing has been said. */
const cutInFrame = ({ fake }: OtherWire, isStreamed: boolean, fault: string) =>
  fake === 'bedrock' && isStreamed && fault === 'truncated_in_line'

/** Bytes put into a binary frame break its checksum. */
const isImpossible = ({ fake }: OtherWire, isStreamed: boolean, fault: string) =>
  fake === 'bedrock' && isStreamed && fault === 'long_line'

describe('faults of the other wires', () => {
  const worlds = new Map<OtherWire, ModelWorld>()
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  before(async () => {
    process.on('unhandledRejection', note)
    for (const wire of Object.values(otherWires)) {
      const world = await startModelWorld({ environment: wire.environment ?? {} })
      worlds.set(wire, world)
      // Loads the SDK, which on a busy machine takes longer than the deadline.
      await world.call(request(wire))
    }
  })
  after(async () => {
    for (const world of worlds.values()) await world.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off('unhandledRejection', note)
    assert.deepEqual(unhandled, [])
  })

  const patience = { attempts: 1, deadlineMilliseconds }
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'SUCCESS' as const,
      (error) => {
        assert.ok(error instanceof ModelFailure, String(error?.stack ?? error))
        return error
      },
    )
  const run = (world: ModelWorld, asked: Partial<ModelRequest>, isStreamed: boolean) =>
    outcomeOf(isStreamed ? readToEnd(world.stream(asked, patience)) : world.call(asked, patience))
  const isInTime = (begun: number) => {
    const took = performance.now() - begun
    assert.ok(Math.abs(took - deadlineMilliseconds) <= deadlineMilliseconds / 10, `took ${took} ms`)
  }

  const cases = Object.entries(otherWires).flatMap(([name, wire]) =>
    [false, true].flatMap((isStreamed) =>
      Object.entries(table)
        .filter(([fault]) => !isImpossible(wire, isStreamed, fault))
        .map(([fault, [whole, streamed = whole]]) => {
          const wanted = isStreamed && !cutInFrame(wire, isStreamed, fault) ? streamed : whole
          const title = `${name}, ${isStreamed ? 'streamed' : 'whole'}, ${fault}: ${wanted}`
          return { wire, isStreamed, fault: fault as FaultName, wanted, title }
        }),
    ),
  )

  for (const { title, wire, fault, isStreamed, wanted } of cases.filter(
    (one) => one.wanted !== 'PROVIDER_TIMEOUT',
  ))
    it(title, async () => {
      const outcome = await run(worlds.get(wire)!, failing(wire, fault), isStreamed)
      assert.equal(outcome === 'SUCCESS' ? outcome : outcome.errorType, wanted, String(outcome))
      if (outcome === 'SUCCESS') return
      assert.equal(
        outcome.partial !== null,
        wanted === 'PROVIDER_PARTIAL_RESPONSE' || hasBegun(fault, isStreamed),
      )
      assert.ok(!outcome.message.includes('<html'), outcome.message)
    })

  describe('that only a deadline ends', { concurrency: true }, () => {
    for (const { title, wire, fault, isStreamed } of cases.filter((one) => one.wanted === 'PROVIDER_TIMEOUT'))
      it(title, async () => {
        const begun = performance.now()
        const outcome = await run(worlds.get(wire)!, failing(wire, fault), isStreamed)
        isInTime(begun)
        assert.ok(outcome !== 'SUCCESS' && outcome.errorType === 'PROVIDER_TIMEOUT', String(outcome))
      })
  })

  const hasBegun = (fault: string, isStreamed: boolean) => isStreamed && fault === 'error_in_stream'

  for (const [name, wire] of Object.entries(otherWires)) {
    it(`${name}: what may be tried again, and when`, async () => {
      const told = async (fault: FaultName) => {
        const failure = await run(worlds.get(wire)!, failing(wire, fault), false)
        assert.ok(failure !== 'SUCCESS')
        return { retryable: failure.retryable, status: failure.status, wait: failure.retryAfterMilliseconds }
      }
      assert.deepEqual(await told('rate_limit_seconds'), { retryable: true, status: 429, wait: 1_000 })
      assert.equal((await told('rate_limit_milliseconds')).wait, 120)
      assert.ok((await told('rate_limit_date')).wait! <= 2_000)
      assert.equal((await told('overloaded')).retryable, true)
      assert.equal((await told('unavailable')).retryable, true)
      assert.equal((await told('bad_key')).retryable, false)
      assert.equal((await told('quota')).retryable, false)
      assert.equal((await told('truncated')).retryable, false)
      assert.equal((await told('reset')).retryable, false)
    })
  }

  it('Gemini says within the body how long to wait', async () => {
    const wire = otherWires['gemini']!
    const failure = await run(worlds.get(wire)!, failing(wire, 'rate_limit'), false)
    assert.ok(failure !== 'SUCCESS')
    assert.equal(failure.retryAfterMilliseconds, 1_000)
  })

  it('an error of Anthropic within a stream keeps its word and what was said', async () => {
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
  describe('of the way', { concurrency: true }, () => {
    for (const [name, variable] of Object.entries(lost))
      for (const isStreamed of [false, true]) {
        const title = `${name}, ${isStreamed ? 'streamed' : 'whole'}`
        it(`${title}: a refused connection may be tried again`, async () => {
          const world = await startModelWorld({ environment: { [variable]: await refusingOrigin() } })
          const failure = await run(world, request(otherWires[name]!), isStreamed)
          assert.ok(failure !== 'SUCCESS')
          assert.deepEqual([failure.errorType, failure.retryable], ['PROVIDER_ERROR', true])
          await world.close()
        })
        it(`${title}: a connection that never comes about ends with the deadline`, async () => {
          const silent = await stallingOrigin()
          const world = await startModelWorld({ environment: { [variable]: silent.origin } })
          const begun = performance.now()
          const failure = await run(world, request(otherWires[name]!), isStreamed)
          isInTime(begun)
          assert.ok(failure !== 'SUCCESS' && failure.errorType === 'PROVIDER_TIMEOUT', String(failure))
          await world.close()
          await silent.close()
        })
      }
  })
})
