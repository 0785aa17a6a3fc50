import { NumberOutOfRange } from '../../../engine/json/exact-number.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { Fetches } from './fetches.ts'
import { type Frame, ProtocolFault, writeFrame } from './frame-reader.ts'
import { type ErrorKind, errorOf, type SandboxError, type SandboxOutcome } from './job.ts'
import { shapeFault } from './json-shape.ts'
import type { Outbound } from './network.ts'
import { limits } from './runner/limits.ts'
import type { RunHead } from './runner/messages.ts'
import type { RunnerEnd, RunnerProcess } from './runner-process.ts'

export interface Call {
  readonly head: RunHead
  readonly data: string
  readonly timeoutMs: number
  readonly clock: 'wall' | 'processor'
  readonly signal: AbortSignal | undefined
  /** Null if the code has no network access. */
  readonly outbound: Outbound | null
}

export interface CallResult {
  /**
   * Null if another runner can take the call: this one ended before the code began, or was killed from outside and the code
   * has no network, so that running it again has no effect elsewhere.
   */
  readonly outcome: SandboxOutcome | null
  /** True if the runner can serve another call. */
  readonly isReusable: boolean
}

type Ending = { value: unknown } | { error: SandboxError }
/** Milliseconds to wait for the printed text of a runner that has ended. */
const flushMs = 200
/** Maximum bytes that a call prints, including the note that text was dropped. */
const maximumPrinted = limits.printed + 200

/** Maximum milliseconds of a call whose processor time counts. */
const maximumWaitMs = 30_000

/** Runs one call in a ready runner. Resolves when the runner answers or ends. */
export function callRunner(runner: RunnerProcess, call: Call): Promise<CallResult> {
  const started = performance.now()
  const printed = new Printed()
  return new Promise((resolve) => {
    let killReason: SandboxError | undefined
    let hasBegun = false
    const kill = (kind: ErrorKind, type: string, message: string) => {
      killReason ??= errorOf(kind, type, message)
      runner.kill()
      setTimeout(() => finish({ error: errorOf(kind, type, message) }, false), flushMs)
    }
    const timeout = () => kill('timeout', 'TimeoutError', `The code ran longer than ${call.timeoutMs} ms.`)
    const cancel = () => kill('cancelled', 'AbortError', 'The call was cancelled.')
    let hasEnded = false
    // `setImmediate` lets an answer that arrived during a busy turn win over the timeout.
    const later = (action: () => void) =>
      setTimeout(() => setImmediate(() => hasEnded || action()), call.timeoutMs)
    const waitForProcessorTime = (before: number | null) => {
      const processorTime = runner.processorTime
      const isTimeUsedUp =
        before === null || processorTime === null || processorTime - before >= call.timeoutMs
      if (isTimeUsedUp || performance.now() - started > maximumWaitMs) timeout()
      else timer = later(() => waitForProcessorTime(before))
    }
    let timer = later(() => {
      if (call.clock === 'wall') return timeout()
      const before = runner.processorTime
      timer = later(() => waitForProcessorTime(before))
    })
    call.signal?.addEventListener('abort', cancel, { once: true })

    const stop = (outcome: SandboxOutcome | null, reusable = false) => {
      hasEnded = true
      clearTimeout(timer)
      fetches.end()
      call.signal?.removeEventListener('abort', cancel)
      resolve({ outcome, isReusable: reusable })
    }
    const finish = (ending: Ending, reusable: boolean) => {
      const durationMs = Math.round((performance.now() - started) * 100) / 100
      const common = { ...printed.texts(), durationMs }
      if ('error' in ending) stop({ status: 'error', ...ending, ...common }, reusable)
      else stop({ status: 'success', ...ending, ...common }, reusable)
    }
    const remainingMs = () => Math.max(1, call.timeoutMs - (performance.now() - started))
    const fetches = new Fetches(call.outbound, remainingMs, (answer) => runner.answer(answer))
    runner.send(writeFrame(call.head, call.data), {
      frame: (frame) => {
        if (frame.head.kind === 'begin') hasBegun = true
        if (frame.head.kind === 'fetch') return fetches.start(frame.body)
        if (frame.head.kind === 'begin' || printed.take(frame) || killReason) return
        const ending = endingOf(frame, call.head.mark)
        const { head } = frame
        runner.expectNothing()
        finish(ending, 'retire' in head && !head.retire)
      },
      end: (end) => {
        const mayRepeat = !hasBegun || (end.wasKilled && !end.fault && !call.head.network)
        if (mayRepeat && !killReason) stop(null)
        else finish({ error: killReason ?? errorOfEnd(end) }, false)
      },
    })
    if (call.signal?.aborted) cancel()
  })
}

class Printed {
  readonly #chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  readonly #sizes = { stdout: 0, stderr: 0 }

  take({ head, body }: Frame): boolean {
    if (head.kind !== 'log') return false
    this.#sizes[head.stream] += body.length
    if (this.#sizes[head.stream] > maximumPrinted)
      throw new ProtocolFault('The runner printed more than the limit.')
    this.#chunks[head.stream].push(Buffer.from(body))
    return true
  }

  texts(): { stdout: string; stderr: string } {
    const text = (stream: 'stdout' | 'stderr') => Buffer.concat(this.#chunks[stream]).toString()
    return { stdout: text('stdout'), stderr: text('stderr') }
  }
}

function endingOf({ head, body }: Frame, mark: string): Ending {
  if (head.kind === 'failure') return { error: head.failure }
  if (head.kind !== 'value') throw new ProtocolFault('The runner sent an unexpected message.')
  const fault = shapeFault(body)
  if (fault)
    return { error: errorOf('output_too_large', 'RangeError', `The returned value is refused. ${fault}`) }
  try {
    return { value: parseExact(body.toString().replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1')) }
  } catch (error) {
    if (error instanceof NumberOutOfRange)
      return {
        error: errorOf(
          'output_too_large',
          'RangeError',
          'The returned value holds a number that is too large.',
        ),
      }
    throw new ProtocolFault('The value is not JSON.')
  }
}

function errorOfEnd({ outOfMemory, wasKilled, fault, cause }: RunnerEnd): SandboxError {
  if (outOfMemory) return errorOf('memory', 'MemoryError', 'The code used more memory than it may.')
  if (fault instanceof ProtocolFault && fault.isOversize)
    return errorOf('output_too_large', 'RangeError', 'The returned value is too large.')
  if (wasKilled && !fault)
    return errorOf('exception', 'SandboxCrash', 'The system ended the code. The machine may lack memory.')
  const reason = fault ? fault.message : cause.startsWith('it ended') ? `${cause}.` : 'the engine failed.'
  return errorOf('exception', 'SandboxCrash', `The code made its sandbox fail: ${reason}`)
}
