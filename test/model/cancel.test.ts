import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ofSuite } from '../kit/of-suite.ts'
import { openAiWires, startModelWorld } from './world.ts'

const why = new Error('the run was cancelled')

describe('an aborted call', () => {
  const world = ofSuite(startModelWorld)
  before(async () => {
    world.fake.answerWith(() => ({ text: 'one two three four five', pace: { first: 30, between: 5_000 } }))
  })
  const request = openAiWires['chat']!
  const lastOutcome = () => world.fake.provider('openai').lastCall().outcome

  it('by its signal, without a stream: the provider sees the connection closed', async () => {
    world.fake.answerWith(() => ({ text: 'late', pace: { first: 5_000 } }))
    const cancelling = new AbortController()
    const calling = world.call(request, { signal: cancelling.signal })
    while (world.fake.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    cancelling.abort(why)
    await assert.rejects(calling, why)
    assert.equal(await lastOutcome(), 'closed')
  })

  it('by its signal, during a stream', async () => {
    world.fake.answerWith(() => ({ text: 'one two three', pace: { between: 200 } }))
    const cancelling = new AbortController()
    const stream = world.stream(request, { signal: cancelling.signal })
    await stream.next()
    cancelling.abort(why)
    await assert.rejects(stream.next(), why)
    assert.equal(await lastOutcome(), 'closed')
  })

  it('when the reader of the answer closes its connection', async () => {
    for await (const _ of world.stream(request)) break
    assert.equal(await lastOutcome(), 'closed')
  })

  it('before the call starts: no provider is called', async () => {
    const calls = world.fake.calls.length
    await assert.rejects(world.call(request, { signal: AbortSignal.abort(why) }), why)
    assert.equal(world.fake.calls.length, calls)
  })
})
