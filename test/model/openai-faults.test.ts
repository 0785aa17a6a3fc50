import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ErrorType } from '../../src/contract/index.ts'
import { ModelFailure, type ModelRequest } from '../../src/server/model/index.ts'
import { type FaultName, refusingOrigin, stallingOrigin } from '../fake-models/index.ts'
import { asking, type ModelWorld, openAiWires, readToEnd, startModelWorld } from './world.ts'

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
describe('faults of the wires of OpenAI', () => {
  let world: ModelWorld
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  before(async () => {
    process.on('unhandledRejection', note)
    world = await startModelWorld()
  })
  after(async () => {
    await world.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off('unhandledRejection', note)
    assert.deepEqual(unhandled, [])
  })

  /** What ends by itself has all the time that a busy machine takes for it. */
  const calm = { attempts: 1, deadlineMilliseconds: 45_000 }
  const patience = { attempts: 1, deadlineMilliseconds }
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'SUCCESS' as const,
      (error) => {
        assert.ok(error instanceof ModelFailure, String(error?.stack ?? error))
        assert.equal(error.timing?.attempts, 1)
        return error
      },
    )
  const run = (request: Partial<ModelRequest>, isStreamed: boolean, waits = calm) =>
    outcomeOf(isStreamed ? readToEnd(world.stream(request, waits)) : world.call(request, waits))
  const isInTime = (begun: number) => {
    const took = performance.now() - begun
    assert.ok(took >= deadlineMilliseconds * 0.9, `took ${took} ms`)
  }

  const cases = Object.keys(openAiWires).flatMap((wire) =>
    [false, true].flatMap((isStreamed) =>
      Object.entries(table).map(([fault, [whole, streamed = whole]]) => {
        const wanted = isStreamed ? streamed : whole
        const title = `${wire}, ${isStreamed ? 'streamed' : 'whole'}, ${fault}: ${wanted}`
        const request = asking(openAiWires[wire]!, fault as FaultName)
        // Of the one event of an image, half is nothing.
        const isAlone = wire === 'images' && wanted === 'PROVIDER_PARTIAL_RESPONSE'
        return { wire, isStreamed, request, wanted: isAlone ? 'PROVIDER_ERROR' : wanted, title }
      }),
    ),
  )
  const streams = cases.filter(({ wire, isStreamed }) => !(wire === 'embeddings' && isStreamed))

  for (const { title, request, isStreamed, wanted } of streams.filter(
    (one) => one.wanted !== 'PROVIDER_TIMEOUT',
  ))
    it(title, async () => {
      const outcome = await run(request, isStreamed)
      assert.equal(outcome === 'SUCCESS' ? outcome : outcome.errorType, wanted, String(outcome))
    })

  describe('that only a deadline ends', { concurrency: true }, () => {
    for (const { title, request, isStreamed } of streams.filter((one) => one.wanted === 'PROVIDER_TIMEOUT'))
      it(title, async () => {
        const begun = performance.now()
        const outcome = await run(request, isStreamed, patience)
        isInTime(begun)
        assert.ok(outcome !== 'SUCCESS' && outcome.errorType === 'PROVIDER_TIMEOUT', String(outcome))
      })
  })

  it('a provider that refuses the connection may be called again', async () => {
    const lost = await startModelWorld({ environment: { OPENAI_BASE_URL: await refusingOrigin() } })
    for (const work of [
      lost.call(openAiWires['chat']!, patience),
      readToEnd(lost.stream(openAiWires['chat']!, patience)),
    ]) {
      const failure = await outcomeOf(work)
      assert.ok(failure !== 'SUCCESS')
      assert.deepEqual([failure.errorType, failure.retryable], ['PROVIDER_ERROR', true])
      assert.match(failure.message, /ECONNREFUSED/)
    }
    await lost.close()
  })

  it('a connection that never comes about ends with the deadline', async () => {
    const silent = await stallingOrigin()
    const lost = await startModelWorld({ environment: { OPENAI_BASE_URL: silent.origin } })
    const begun = performance.now()
    const failure = await outcomeOf(lost.call(openAiWires['chat']!, patience))
    isInTime(begun)
    assert.ok(failure !== 'SUCCESS' && failure.errorType === 'PROVIDER_TIMEOUT')
    await lost.close()
    await silent.close()
  })
})
