import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../engine/refusal.ts'
import { giveWay, longWork } from '../calls-in-progress.ts'
import { isCalledByOthers } from '../recent-callers.ts'
import { retryAfter } from './back-pressure.ts'
import type { WorkspaceId } from './caller.ts'

/** Smaller bodies are not counted: only thousands of them would matter. */
const minCounted = 64 * 1024
/** Bytes of all bodies received, processed or answered at once. */
const maxBytes = 128 * 1024 * 1024
/** Limit of one workspace; the rest is for others. */
const maxBytesOfOne = 96 * 1024 * 1024
/** Bytes of bodies processed at once: parsing, checking and packing leave five times as much garbage. */
const maxProcessing = 4 * 1024 * 1024
/** Longest rest of a workspace after one of its bodies. */
const maxRestMilliseconds = 250
/** Longest wait for the calls of lighter workspaces. */
const maxWait = 50
/** Assumed size of a body without a length, up to the endpoint's limit. */
const unknownSize = 8 * 1024 * 1024
/** Assumed expansion of a compressed body; JSON seldom exceeds it. */
const expansion = 8

const full = new Refusal('overloaded', 'The server is receiving too much data. Retry in one second.', {
  retryAfter,
})

interface QueuedBody {
  readonly size: number
  readonly begin: (end: () => void) => void
}

interface Counted {
  readonly size: number
  readonly workspace: WorkspaceId
}

/**
 * Limits the memory of bodies in progress; pending writes are counted by the store. Workspaces take turns at
 * processing. While other workspaces have calls in progress, a body waits for those of lighter workspaces, and its own
 * workspace pauses afterwards for as long as the body took.
 */
export class BodyLimiter {
  readonly #bytes = new ByteCount()
  #atWork = 0
  /** By workspace; the first one has the next turn. */
  readonly #queues = new Map<WorkspaceId, QueuedBody[]>()
  readonly #resting = new Set<WorkspaceId>()
  readonly #counted = new WeakMap<ServerResponse, Counted>()
  readonly #leave: (this: ServerResponse) => void

  constructor() {
    const limiter = this
    this.#leave = function leave() {
      const counted = limiter.#counted.get(this)
      if (counted) limiter.#bytes.subtract(counted)
      limiter.#counted.delete(this)
    }
  }

  /** A single body is always admitted. */
  admit({ headers }: FastifyRequest, { raw }: FastifyReply, bodyLimit: number, workspace: WorkspaceId): void {
    const size = sizeOf(headers, bodyLimit)
    // A destroyed response never emits `close`, so it would never be subtracted.
    if (size < minCounted || raw.destroyed) return
    const counted = { size, workspace }
    this.#bytes.add(counted)
    this.#counted.set(raw, counted)
    raw.once('close', this.#leave)
  }

  /** For counted bodies: resolves with a function to call when processing ends. Null: process at once. */
  acquire({ raw }: FastifyReply): Promise<() => void> | null {
    const counted = this.#counted.get(raw)
    if (!counted) return null
    const { size, workspace } = counted
    return new Promise((begin) => {
      const queue = this.#queues.get(workspace)
      if (queue) queue.push({ size, begin })
      else this.#queues.set(workspace, [{ size, begin }])
      this.#beginTurns()
    })
  }

  /** A single body always gets its turn. */
  #beginTurns() {
    for (;;) {
      const next = [...this.#queues].find(([workspace]) => !this.#resting.has(workspace))
      if (!next) return
      const [workspace, queue] = next
      const { size, begin } = queue[0]!
      if (this.#atWork > 0 && this.#atWork + size > maxProcessing) return
      queue.shift()
      this.#queues.delete(workspace)
      if (queue.length > 0) this.#queues.set(workspace, queue)
      this.#atWork += size
      void this.#begin(workspace, size, begin)
    }
  }

  async #begin(workspace: WorkspaceId, size: number, begin: QueuedBody['begin']): Promise<void> {
    await giveWay(workspace, longWork, maxWait)
    const start = performance.now()
    begin(() => {
      this.#atWork -= size
      if (isCalledByOthers(workspace)) this.#rest(workspace, performance.now() - start)
      this.#beginTurns()
    })
  }

  #rest(workspace: WorkspaceId, milliseconds: number) {
    this.#resting.add(workspace)
    setTimeout(
      () => {
        this.#resting.delete(workspace)
        this.#beginTurns()
      },
      Math.min(milliseconds, maxRestMilliseconds),
    )
  }
}

/** Bytes in all and of each workspace. */
class ByteCount {
  #all = 0
  readonly #of = new Map<WorkspaceId, number>()

  add({ size, workspace }: Counted): void {
    const workspaceBytes = this.#of.get(workspace) ?? 0
    if (this.#all > 0 && this.#all + size > maxBytes) throw full
    if (workspaceBytes > 0 && workspaceBytes + size > maxBytesOfOne) throw full
    this.#all += size
    this.#of.set(workspace, workspaceBytes + size)
  }

  subtract({ size, workspace }: Counted): void {
    this.#all -= size
    const workspaceBytes = this.#of.get(workspace)! - size
    if (workspaceBytes > 0) this.#of.set(workspace, workspaceBytes)
    else this.#of.delete(workspace)
  }
}

export function sizeOf(headers: FastifyRequest['headers'], bodyLimit: number): number {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] ? Math.min(unknownSize, bodyLimit) : 0
  const isCompressed = (headers['content-encoding'] ?? 'identity') !== 'identity'
  return Math.min(isCompressed ? expansion * Number(length) : Number(length), bodyLimit)
}
