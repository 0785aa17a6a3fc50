import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { otherWires, request } from './others.ts'
import { type ModelWorld, startModelWorld } from './world.ts'

const why = new Error('the run was cancelled')

for (const [name, wire] of Object.entries(otherWires))
  describe(`${name}: an aborted call`, () => {
    let world: ModelWorld
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    before(async () => {
      process.on('unhandledRejection', note)
      world = await startModelWorld({ environment: wire.environment ?? {} })
    })
    after(async () => {
      await world.close()
      await new Promise((resolve) => setTimeout(resolve, 20))
      process.off('unhandledRejection', note)
      assert.deepEqual(unhandled, [])
    })
    const asked = request(wire)
    const lastOutcome = () => world.fake.provider(wire.fake).lastCall().outcome

    it('whole: the provider sees the connection closed', async () => {
      world.fake.answerWith(() => ({ text: 'late', pace: { first: 5_000 } }))
      const cancelling = new AbortController()
      const calling = world.call(asked, { signal: cancelling.signal })
      while (world.fake.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      cancelling.abort(why)
      await assert.rejects(calling, why)
      assert.equal(await lastOutcome(), 'closed')
    })

    it('during a stream', async () => {
      world.fake.answerWith(() => ({ text: 'one two three', pace: { between: 100 } }))
      const cancelling = new AbortController()
      const stream = world.stream(asked, { signal: cancelling.signal })
      await stream.next()
      cancelling.abort(why)
      await assert.rejects(stream.next(), why)
      assert.equal(await lastOutcome(), 'closed')
    })

    it('when the caller stops reading the answer', async () => {
      for await (const _ of world.stream(asked)) break
      assert.equal(await lastOutcome(), 'closed')
    })

    it('before the call starts: no provider is called', async () => {
      const calls = world.fake.calls.length
      await assert.rejects(world.call(asked, { signal: AbortSignal.abort(why) }), why)
      assert.equal(world.fake.calls.length, calls)
    })
  })
