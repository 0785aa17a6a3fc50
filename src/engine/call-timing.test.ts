import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outputTokensPerSecond, timeToFirstToken } from './call-timing.ts'

describe('the times of a call', () => {
  it('accepts a first token within the call, and one after the end by less than the rounding', () => {
    assert.equal(timeToFirstToken(0, 1_000), 0)
    assert.equal(timeToFirstToken(400.5, 1_000), 400.5)
    assert.equal(timeToFirstToken(1_000.9, 1_000), 1_000)
  })

  it('leaves out a first token before the start or after the end', () => {
    assert.equal(timeToFirstToken(null, 1_000), null)
    assert.equal(timeToFirstToken(-1, 1_000), null)
    assert.equal(timeToFirstToken(1_002, 1_000), null)
  })

  it('counts output tokens a second from the first token on', () => {
    const call = { outputTokens: 100, latency: 2_500, firstToken: 500 }
    assert.equal(outputTokensPerSecond(call), 50)
    assert.equal(outputTokensPerSecond({ ...call, firstToken: 0 }), 40)
  })

  it('has no speed without tokens, without a first token, or for an answer in one piece', () => {
    const call = { outputTokens: 100, latency: 2_500, firstToken: 500 }
    assert.equal(outputTokensPerSecond({ ...call, outputTokens: null }), null)
    assert.equal(outputTokensPerSecond({ ...call, outputTokens: 0 }), null)
    assert.equal(outputTokensPerSecond({ ...call, firstToken: null }), null)
    assert.equal(outputTokensPerSecond({ ...call, firstToken: 2_499.5 }), null)
  })
})
