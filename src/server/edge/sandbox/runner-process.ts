import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { type Frame, FrameReader } from './frame-reader.ts'
import { SandboxUnavailable } from './job.ts'
import { lowerSession } from './lower-session.ts'

/** How a runner ended; null fields are unknown. */
export interface RunnerEnd {
  readonly cause: string
  readonly outOfMemory: boolean
  /** The violation of the protocol for which the runner was killed. */
  readonly fault?: Error
}

export interface RunnerListener {
  frame(frame: Frame): void
  end(end: RunnerEnd): void
}

const startingMs = 30_000
const maxErrorText = 4_096

/** A child process with its pipes. Only SIGKILL ends it, with all its descendants. */
export class RunnerProcess {
  readonly ready: Promise<void>
  readonly ended: Promise<RunnerEnd>
  #child: ChildProcessWithoutNullStreams
  #reader: FrameReader
  #errorText = ''
  #fault: Error | undefined
  #hasEnded = false
  #listener: RunnerListener

  constructor(command: readonly string[], maximumBody: number, first?: (body: Buffer) => void) {
    this.#reader = new FrameReader(maximumBody)
    const options = { env: {}, cwd: '/', stdio: 'pipe', detached: true, windowsHide: true } as const
    this.#child = spawn(command[0]!, command.slice(1), options)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ready = promise
    this.ready.catch(() => {})
    const timer = setTimeout(() => this.kill(), startingMs)
    this.#listener = {
      frame: ({ head, body }) => {
        if (head.kind !== 'ready') return this.#distrust(new Error('It sent data before it was ready.'))
        clearTimeout(timer)
        this.#listener = noListener
        lowerSession(this.#child.pid!)
        first?.(body)
        resolve()
      },
      end: ({ cause }) => {
        clearTimeout(timer)
        reject(new SandboxUnavailable(`A sandbox runner did not start: ${cause}`))
      },
    }
    this.ended = this.#listen()
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Writes a frame. Frames of the runner, and its end, go to `listener`. */
  send(frame: Buffer, listener: RunnerListener): void {
    this.#listener = listener
    this.#child.stdin.write(frame)
  }

  /** Writes another frame of the running call. */
  answer(frame: Buffer): void {
    this.#child.stdin.write(frame)
  }

  /** After this, output of the runner is a violation of the protocol. */
  expectNothing(): void {
    this.#listener = noListener
  }

  kill(): void {
    const { pid } = this.#child
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      this.#child.kill('SIGKILL')
    }
  }

  #listen(): Promise<RunnerEnd> {
    const child = this.#child
    child.stdin.on('error', () => {})
    child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
    child.stderr.on('data', (chunk: Buffer) => {
      this.#errorText = (this.#errorText + chunk.toString()).slice(-maxErrorText)
    })
    return new Promise((resolve) => {
      const finish = (cause: string) => {
        const outOfMemory = /heap (limit|out of memory)|Out of memory/i.test(this.#errorText)
        const end = { cause, outOfMemory, ...(this.#fault && { fault: this.#fault }) }
        this.#hasEnded = true
        this.#listener.end(end)
        this.#listener = noListener
        resolve(end)
      }
      child.on('error', (error) => finish(error.message))
      child.on('close', (code, signal) =>
        finish(this.#errorText.trim().slice(-500) || `it ended with ${signal ?? code}`),
      )
    })
  }

  #receive(chunk: Buffer): void {
    if (this.#fault) return
    try {
      for (const frame of this.#reader.read(chunk)) {
        if (this.#listener === noListener) throw new Error('The runner sent data outside a call.')
        this.#listener.frame(frame)
      }
    } catch (error) {
      this.#distrust(error as Error)
    }
  }

  #distrust(fault: Error): void {
    this.#fault = fault
    this.kill()
  }
}

const noListener: RunnerListener = { frame: () => {}, end: () => {} }
