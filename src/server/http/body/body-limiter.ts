import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../engine/refusal.ts'
import { giveWay, longWork } from '../../pacing/calls-in-progress.ts'
import { isCalledByOthers } from '../../pacing/recent-callers.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { retryAfter } from '../back-pressure.ts'

/** Smaller bodies are not counted, because only thousands of them would matter. */
const minCounted = 64 * 1024
/** Maximum bytes of all bodies that are being received, processed or answered. */
const maxBytes = 128 * 1024 * 1024
/** Maximum bytes of one workspace, so that others can send too. */
const maxBytesOfWorkspace = 96 * 1024 * 1024
/** Maximum bytes of bodies that are processed at once. Parsing, checking and packing make five times as much garbage. */
const maxProcessing = 4 * 1024 * 1024
/** Maximum pause of a workspace after one of its bodies. */
const maxPauseMilliseconds = 250
/** Maximum milliseconds that a body waits for the calls of lighter workspaces. */
const maxWait = 50
/** Assumed size of a body that does not state its length, up to the endpoint's limit. */
const unknownSize = 8 * 1024 * 1024
/** Assumed ratio of decompression; JSON seldom exceeds it. */
const expansion = 8

const full = new Refusal('overloaded', 'The server is receiving too much data. Retry in one second.', {
  retryAfter,
})

interface QueuedBody {
  readonly size: number
  readonly begin: (end: () => void) => void
}

interface CountedBody {
  readonly size: number
  readonly workspace: WorkspaceId
}

const emptyBody: CountedBody = { size: 0, workspace: 0 as WorkspaceId }

/**
 * Limits the memory of all bodies in progress, with 429; `failure-for.ts` has the 413 of one large body, and the store
 * counts pending writes. Workspaces take turns at processing. While other workspaces have calls in progress, a body first
 * waits for the calls of lighter workspaces, and after the body its workspace pauses for as long as the body took.
 */
export class BodyLimiter {
  readonly #bytes = new ByteCount()
  #processingBytes = 0
  /** Waiting bodies by workspace. The first workspace has the next turn. */
  readonly #queues = new Map<WorkspaceId, QueuedBody[]>()
  readonly #pausedWorkspaces = new Set<WorkspaceId>()
  readonly #counted = new WeakMap<ServerResponse, CountedBody>()
  readonly #leave: (this: ServerResponse) => void

  constructor() {
    const limiter = this
    this.#leave = function leave() {
      const counted = limiter.#counted.get(this)
      if (counted) limiter.#bytes.subtract(counted)
      limiter.#counted.delete(this)
    }
  }

  /** Counts a body, or refuses it. A body that is alone is always admitted. */
  admit({ headers }: FastifyRequest, { raw }: FastifyReply, bodyLimit: number, workspace: WorkspaceId): void {
    const size = sizeOf(headers, bodyLimit)
    // A destroyed response emits no `close`, so its size would never be subtracted.
    if (size < minCounted || raw.destroyed) return
    const counted = { size, workspace }
    this.#bytes.add(counted)
    this.#counted.set(raw, counted)
    raw.once('close', this.#leave)
  }

  /**
   * Waits for the turn of a counted or compressed body. Resolves with the function that ends the processing. Null:
   * process the body at once.
   */
  acquire({ raw }: FastifyReply, decompressed: CountedBody | null): Promise<() => void> | null {
    const { size, workspace } = decompressed ?? this.#counted.get(raw) ?? emptyBody
    if (size < minCounted) return null
    return new Promise((begin) => {
      const queue = this.#queues.get(workspace)
      if (queue) queue.push({ size, begin })
      else this.#queues.set(workspace, [{ size, begin }])
      this.#beginTurns()
    })
  }

  /** Begins the next turns. A body that is alone always gets its turn. */
  #beginTurns() {
    for (;;) {
      const next = [...this.#queues].find(([workspace]) => !this.#pausedWorkspaces.has(workspace))
      if (!next) return
      const [workspace, queue] = next
      const { size, begin } = queue[0]!
      if (this.#processingBytes > 0 && this.#processingBytes + size > maxProcessing) return
      queue.shift()
      this.#queues.delete(workspace)
      if (queue.length > 0) this.#queues.set(workspace, queue)
      this.#processingBytes += size
      void this.#begin(workspace, size, begin)
    }
  }

  async #begin(workspace: WorkspaceId, size: number, begin: QueuedBody['begin']): Promise<void> {
    await giveWay(workspace, longWork, maxWait)
    const start = performance.now()
    begin(() => {
      this.#processingBytes -= size
      if (isCalledByOthers(workspace)) this.#pause(workspace, performance.now() - start)
      this.#beginTurns()
    })
  }

  #pause(workspace: WorkspaceId, milliseconds: number) {
    this.#pausedWorkspaces.add(workspace)
    setTimeout(
      () => {
        this.#pausedWorkspaces.delete(workspace)
        this.#beginTurns()
      },
      Math.min(milliseconds, maxPauseMilliseconds),
    )
  }
}

/** Counts bytes, in total and of each workspace. */
class ByteCount {
  #all = 0
  readonly #byWorkspace = new Map<WorkspaceId, number>()

  add({ size, workspace }: CountedBody): void {
    const workspaceBytes = this.#byWorkspace.get(workspace) ?? 0
    if (this.#all > 0 && this.#all + size > maxBytes) throw full
    if (workspaceBytes > 0 && workspaceBytes + size > maxBytesOfWorkspace) throw full
    this.#all += size
    this.#byWorkspace.set(workspace, workspaceBytes + size)
  }

  subtract({ size, workspace }: CountedBody): void {
    this.#all -= size
    const workspaceBytes = this.#byWorkspace.get(workspace)! - size
    if (workspaceBytes > 0) this.#byWorkspace.set(workspace, workspaceBytes)
    else this.#byWorkspace.delete(workspace)
  }
}

export function sizeOf(headers: FastifyRequest['headers'], bodyLimit: number): number {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] ? Math.min(unknownSize, bodyLimit) : 0
  const isCompressed = (headers['content-encoding'] ?? 'identity') !== 'identity'
  return Math.min(isCompressed ? expansion * Number(length) : Number(length), bodyLimit)
}
