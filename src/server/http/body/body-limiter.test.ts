import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WorkspaceId } from '../../workspace-id.ts'
import { BodyLimiter, sizeOf } from './body-limiter.ts'

const limit = 32 * 1024 * 1024

test('a body counts with its declared length, a compressed one with its expected size', () => {
  assert.equal(sizeOf({ 'content-length': '1000' }, limit), 1_000)
  assert.equal(sizeOf({ 'content-length': '1000', 'content-encoding': 'identity' }, limit), 1_000)
  assert.equal(sizeOf({ 'content-length': '1000', 'content-encoding': 'gzip' }, limit), 8_000)
  assert.equal(sizeOf({ 'content-length': '9999999999' }, limit), limit)
})

test('a body of unknown length counts as large, a missing one as 0', () => {
  assert.equal(sizeOf({ 'transfer-encoding': 'chunked' }, limit), 8 * 1024 * 1024)
  assert.equal(sizeOf({ 'transfer-encoding': 'chunked' }, 1_000), 1_000)
  assert.equal(sizeOf({}, limit), 0)
})

const megabyte = 1024 * 1024

function enter(limiter: BodyLimiter, size: number, workspace = 1): FastifyReply {
  const reply = { raw: new EventEmitter() as ServerResponse } as FastifyReply
  limiter.admit(
    { headers: { 'content-length': String(size) } } as unknown as FastifyRequest,
    reply,
    limit,
    workspace as WorkspaceId,
  )
  return reply
}

test('large bodies are processed a few at a time in order, small bodies at once', async () => {
  const limiter = new BodyLimiter()
  assert.equal(limiter.acquire(enter(limiter, 1_000), null), null)
  const begun: number[] = []
  const turns = [3, 1, 0.5, 0.5, 20].map(async (size, index) => {
    const end = await limiter.acquire(enter(limiter, size * megabyte), null)!
    begun.push(index)
    return end
  })
  const ends = [await turns[0]!, await turns[1]!]
  assert.deepEqual(begun, [0, 1])
  ends[1]!()
  ends.push(await turns[2]!, await turns[3]!)
  assert.deepEqual(begun, [0, 1, 2, 3])
  ends[0]!()
  ends[2]!()
  ends[3]!()
  // Larger than the limit, so it runs alone.
  await turns[4]
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
})

test('a compressed body waits for its turn by its size after decompression', async () => {
  const limiter = new BodyLimiter()
  const workspace = 1 as WorkspaceId
  const size = 30 * megabyte
  const bomb = () => limiter.acquire(enter(limiter, 1_000), { size, workspace })!
  const end = await bomb()
  let isBegun = false
  const next = bomb().then((endNext) => {
    isBegun = true
    return endNext
  })
  assert.equal(limiter.acquire(enter(limiter, 1_000), { size: 1_000, workspace }), null)
  await nextTurn()
  assert.equal(isBegun, false)
  end()
  ;(await next)()
})

test('the body of another workspace is processed after one body of a workspace that sent many', async () => {
  const limiter = new BodyLimiter()
  const begun: string[] = []
  const body = (workspace: number, name: string) =>
    limiter.acquire(enter(limiter, 4 * megabyte, workspace), null)!.then((end) => {
      begun.push(name)
      setImmediate(end)
    })
  await Promise.all([body(1, 'a1'), body(1, 'a2'), body(1, 'a3'), body(2, 'b1')])
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3'])
})

test('one workspace cannot use up the limit of all workspaces', () => {
  const limiter = new BodyLimiter()
  for (let count = 0; count < 3; count++) enter(limiter, 32 * megabyte)
  assert.throws(() => enter(limiter, megabyte), { code: 'overloaded' })
  enter(limiter, 16 * megabyte, 2)
})
