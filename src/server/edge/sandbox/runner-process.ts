import { type Frame, FrameReader } from './frame-reader.ts'
import { SandboxUnavailable } from './job.ts'
import { lowerSession } from './lower-session.ts'
import { processorTimeOf } from './processor-time.ts'
import { killGroup } from './spawner/kill-group.ts'
import type { Spawned } from './spawner/spawner.ts'

/** How a runner ended. */
export interface RunnerEnd {
  readonly cause: string
  readonly outOfMemory: boolean
  readonly wasKilled: boolean
  /** The violation of the protocol for which the runner was killed. */
  readonly fault?: Error
}

export interface RunnerListener {
  frame(frame: Frame): void
  end(end: RunnerEnd): void
}

const startTimeoutMs = 30_000

/** A runner and the connection to it. Only SIGKILL ends it, with all its descendants. */
export class RunnerProcess {
  readonly ready: Promise<void>
  readonly ended: Promise<RunnerEnd>
  readonly #process: Spawned
  readonly #reader: FrameReader
  #fault: Error | undefined
  #hasEnded = false
  #listener: RunnerListener

  constructor(spawned: Spawned, maximumBody: number, onReady?: (body: Buffer) => void) {
    this.#process = spawned
    this.#reader = new FrameReader(maximumBody)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ready = promise
    this.ready.catch(() => {})
    const timer = setTimeout(() => this.kill(), startTimeoutMs)
    this.#listener = {
      frame: ({ head, body }) => {
        if (head.kind !== 'ready') return this.#killForFault(new Error('It sent data before it was ready.'))
        clearTimeout(timer)
        this.#listener = noListener
        lowerSession(spawned.pid)
        onReady?.(body)
        resolve()
      },
      end: ({ cause }) => {
        clearTimeout(timer)
        reject(new SandboxUnavailable(`A sandbox runner did not start: ${cause}`))
      },
    }
    this.ended = this.#listen()
  }

  /** Milliseconds of processor time that the runner has used since its start; null if that is unknown. */
  get processorTime(): number | null {
    return processorTimeOf(this.#process.pid)
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Writes a frame. Frames of the runner, and its end, go to `listener`. */
  send(frame: Buffer, listener: RunnerListener): void {
    this.#listener = listener
    this.#process.pipe.write(frame)
  }

  /** Writes another frame of the running call. */
  answer(frame: Buffer): void {
    this.#process.pipe.write(frame)
  }

  /** After this, output of the runner is a violation of the protocol. */
  expectNothing(): void {
    this.#listener = noListener
  }

  kill(): void {
    // The id of a process that has ended may belong to another one.
    if (!this.#hasEnded) killGroup(this.#process.pid)
  }

  async #listen(): Promise<RunnerEnd> {
    const { pipe, ended } = this.#process
    pipe.on('data', (chunk: Buffer) => this.#receive(chunk))
    const { cause, wasKilled, errorText } = await ended
    const outOfMemory = /heap (limit|out of memory)|Out of memory/i.test(errorText)
    const end = { cause, outOfMemory, wasKilled, ...(this.#fault && { fault: this.#fault }) }
    this.#hasEnded = true
    this.#listener.end(end)
    this.#listener = noListener
    return end
  }

  #receive(chunk: Buffer): void {
    if (this.#fault) return
    try {
      for (const frame of this.#reader.read(chunk)) {
        if (this.#listener === noListener) throw new Error('The runner sent data outside a call.')
        this.#listener.frame(frame)
      }
    } catch (error) {
      this.#killForFault(error as Error)
    }
  }

  #killForFault(fault: Error): void {
    this.#fault = fault
    this.kill()
  }
}

const noListener: RunnerListener = { frame: () => {}, end: () => {} }
