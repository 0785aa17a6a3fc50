import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ModelRequest } from '../../src/server/model/index.ts'
import { type FaultName, refusingOrigin, stallingOrigin } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { calm, faultOutcomes, isInTime, noneUnhandled, outcomeOf, patience } from './faults.ts'
import { asking, openAiWires, readToEnd, startModelWorld } from './world.ts'

describe('faults of the wires of OpenAI', () => {
  const world = ofSuite(startModelWorld)
  noneUnhandled()

  const run = (request: Partial<ModelRequest>, isStreamed: boolean, timing = calm) =>
    outcomeOf(isStreamed ? readToEnd(world.stream(request, timing)) : world.call(request, timing))

  const cases = Object.keys(openAiWires).flatMap((wire) =>
    [false, true].flatMap((isStreamed) =>
      Object.entries(faultOutcomes).map(([fault, [whole, streamed = whole]]) => {
        const expected = isStreamed ? streamed : whole
        const title = `${wire}, ${isStreamed ? 'streamed' : 'whole'}, ${fault}: ${expected}`
        const request = asking(openAiWires[wire]!, fault as FaultName)
        // An image is a single event, so half of its stream holds no event.
        const isAlone = wire === 'images' && expected === 'PROVIDER_PARTIAL_RESPONSE'
        return { wire, isStreamed, request, expected: isAlone ? 'PROVIDER_ERROR' : expected, title }
      }),
    ),
  )
  const streams = cases.filter(({ wire, isStreamed }) => !(wire === 'embeddings' && isStreamed))

  for (const { title, request, isStreamed, expected } of streams.filter(
    (stream) => stream.expected !== 'PROVIDER_TIMEOUT',
  ))
    it(title, async () => {
      const outcome = await run(request, isStreamed)
      assert.equal(outcome === 'SUCCESS' ? outcome : outcome.errorType, expected, String(outcome))
    })

  describe('that only a deadline ends', { concurrency: true }, () => {
    for (const { title, request, isStreamed } of streams.filter(
      (stream) => stream.expected === 'PROVIDER_TIMEOUT',
    ))
      it(title, async () => {
        const begun = performance.now()
        const outcome = await run(request, isStreamed, patience)
        isInTime(begun)
        assert.ok(outcome !== 'SUCCESS' && outcome.errorType === 'PROVIDER_TIMEOUT', String(outcome))
      })
  })

  it('a provider that refuses the connection may be called again', async () => {
    const lost = await startModelWorld({ environment: { OPENAI_BASE_URL: refusingOrigin } })
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

  it('a connection attempt without an answer ends at the deadline', async () => {
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
