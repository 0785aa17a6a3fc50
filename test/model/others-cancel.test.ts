import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { otherWires, request } from './others.ts'
import { type ModelWorld, startModelWorld } from './world.ts'

const reason = new Error('the run was cancelled')

for (const [name, wire] of Object.entries(otherWires))
  describe(`${name}: an aborted call`, () => {
    let world: ModelWorld
    const unhandled: unknown[] = []
    const recordError = (error: unknown) => unhandled.push(error)
    before(async () => {
      process.on('unhandledRejection', recordError)
      world = await startModelWorld({ environment: wire.environment ?? {} })
    })
    after(async () => {
      await world.close()
      await new Promise((resolve) => setTimeout(resolve, 20))
      process.off('unhandledRejection', recordError)
      assert.deepEqual(unhandled, [])
    })
    const call = request(wire)
    const lastOutcome = () => world.fake.provider(wire.fake).lastCall().outcome

    it('whole: the provider sees the connection closed', async () => {
      world.fake.answerWith(() => ({ text: 'late', pace: { first: 5_000 } }))
      const cancelling = new AbortController()
      const calling = world.call(call, { signal: cancelling.signal })
      while (world.fake.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      cancelling.abort(reason)
      await assert.rejects(calling, reason)
      assert.equal(await lastOutcome(), 'closed')
    })

    it('during a stream', async () => {
      world.fake.answerWith(() => ({ text: 'one two three', pace: { between: 100 } }))
      const cancelling = new AbortController()
      const stream = world.stream(call, { signal: cancelling.signal })
      await stream.next()
      cancelling.abort(reason)
      await assert.rejects(stream.next(), reason)
      assert.equal(await lastOutcome(), 'closed')
    })

    it('when the caller stops reading the answer', async () => {
      for await (const _ of world.stream(call)) break
      assert.equal(await lastOutcome(), 'closed')
    })

    it('before the call starts: no provider is called', async () => {
      const calls = world.fake.calls.length
      await assert.rejects(world.call(call, { signal: AbortSignal.abort(reason) }), reason)
      assert.equal(world.fake.calls.length, calls)
    })
  })
