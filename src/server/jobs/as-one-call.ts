import { type Lease, LeaseLost } from './job.ts'

interface Calls {
  readonly signal: AbortSignal
  /** Called when an external call begins, and when it was refused and will be tried again. */
  readonly onCall: (change: 'begun' | 'refused') => void
}

/**
 * Does work with external calls whose results are stored together. The stop of the process aborts the work as long as
 * none of its calls has begun; otherwise the work goes to its end.
 * @throws LeaseLost
 */
export async function asOneCall<T>(
  { signal, stopping }: Pick<Lease, 'signal' | 'stopping'>,
  work: (calls: Calls) => Promise<T>,
): Promise<T> {
  const unbegun = new AbortController()
  let begun = 0
  const check = () => {
    if (stopping.aborted && begun === 0) unbegun.abort(new LeaseLost('The process is stopping.'))
  }
  check()
  unbegun.signal.throwIfAborted()
  stopping.addEventListener('abort', check)
  try {
    return await work({
      signal: AbortSignal.any([signal, unbegun.signal]),
      onCall(change) {
        begun += change === 'begun' ? 1 : -1
        check()
      },
    })
  } finally {
    stopping.removeEventListener('abort', check)
  }
}
