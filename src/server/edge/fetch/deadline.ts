import { OutboundError } from './outbound-error.ts'

export interface Deadline {
  /** Aborts at the deadline with the error of `timeoutError`, or with the caller's reason when the caller cancels. */
  readonly signal: AbortSignal
  /** Stops the timer and the listener. */
  end(): void
}

export interface StoppableDeadline extends Deadline {
  /** Aborts with this reason, unless the signal is already aborted. */
  stop(reason: unknown): void
}

const longestTimer = 2 ** 31 - 1

export function startDeadline(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  timeoutError: () => Error = () =>
    new OutboundError('deadline', `No complete answer within ${timeoutMs} ms.`),
): StoppableDeadline {
  const controller = new AbortController()
  const cancel = () => stop(caller?.reason)
  const timeUp = () => stop(timeoutError())
  const timer = setTimeout(timeUp, Math.min(timeoutMs, longestTimer))
  if (caller?.aborted) cancel()
  else caller?.addEventListener('abort', cancel, { once: true })

  function end(): void {
    clearTimeout(timer)
    caller?.removeEventListener('abort', cancel)
  }
  function stop(reason: unknown): void {
    end()
    controller.abort(reason)
  }
  return { signal: controller.signal, end, stop }
}

/** For callers that have a deadline of their own: another timer and signal would cost a twentieth of a model call. */
export const callerDeadline = (signal: AbortSignal): Deadline => ({ signal, end: () => undefined })

/** Settles as the work does, or rejects with the signal's reason if the signal aborts first. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    const stopListening = () => signal.removeEventListener('abort', abort)
    work.then(
      (result) => {
        stopListening()
        resolve(result)
      },
      (error: unknown) => {
        stopListening()
        reject(error)
      },
    )
  })
}
