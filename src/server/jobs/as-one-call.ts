import { type Lease, LeaseLost } from './job.ts'

interface Calls {
  readonly signal: AbortSignal
  /** Called when an external call begins, and when it was refused and will be tried again. */
  readonly onCall: (change: 'begun' | 'refused') => void
}

/**
 * Does work with external calls whose results are stored together. The stop of the process aborts the work if none of its
 * calls has begun; otherwise the work continues to its end.
 * @throws LeaseLost
 */
export async function asOneCall<T>(
  { signal, stopping }: Pick<Lease, 'signal' | 'stopping'>,
  work: (calls: Calls) => Promise<T>,
): Promise<T> {
  const beforeFirstCall = new AbortController()
  let begunCalls = 0
  const check = () => {
    if (stopping.aborted && begunCalls === 0) beforeFirstCall.abort(new LeaseLost('The process is stopping.'))
  }
  check()
  beforeFirstCall.signal.throwIfAborted()
  stopping.addEventListener('abort', check)
  try {
    return await work({
      signal: AbortSignal.any([signal, beforeFirstCall.signal]),
      onCall(change) {
        begunCalls += change === 'begun' ? 1 : -1
        check()
      },
    })
  } finally {
    stopping.removeEventListener('abort', check)
  }
}
