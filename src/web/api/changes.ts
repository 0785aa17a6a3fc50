import { type Answer, addressOfCall, call } from './call.ts'

export type Change = Answer<'readEvents'>['events'][number]

export interface ChangeListener {
  readonly onChange: (change: Change) => void
  /** Called when new requests were logged. */
  readonly onRequests: () => void
  /** Called when the stream was interrupted, so that shown data may be outdated. */
  readonly onGap: () => void
  /** Called with false when the server cannot be reached, and with true when it can be reached again. */
  readonly onReachable: (isReachable: boolean) => void
}

type StreamMessage = Change | 'requests' | 'gap' | 'away' | 'back'

const retryMilliseconds = 1_000

/**
 * Sends the workspace's changes to every tab. One tab holds the stream for all, because a browser opens at most six
 * connections to a host. If that tab closes, another one takes over, and all tabs refetch their data.
 */
export function followChanges(workspace: number, listener: ChangeListener): () => void {
  const { onChange, onRequests, onGap, onReachable } = listener
  const name = `galley-changes-${workspace}`
  const unfollow = new AbortController()
  const channel = new BroadcastChannel(name)
  const dispatch = (message: StreamMessage) => {
    if (message === 'gap') onGap()
    else if (message === 'requests') onRequests()
    else if (message === 'away' || message === 'back') onReachable(message === 'back')
    else onChange(message)
  }
  const broadcast = (message: StreamMessage) => {
    channel.postMessage(message)
    dispatch(message)
  }
  channel.onmessage = ({ data }: MessageEvent<StreamMessage>) => dispatch(data)
  const startedAt = performance.now()
  const stream = navigator.locks
    ? navigator.locks.request(name, { signal: unfollow.signal }, () =>
        holdStream(broadcast, unfollow.signal, performance.now() - startedAt > retryMilliseconds),
      )
    : // Without a secure context there are no locks, so each tab has its own stream.
      holdStream(dispatch, unfollow.signal, false)
  stream.catch((error: unknown) => {
    if (!unfollow.signal.aborted) throw error
  })
  return () => {
    unfollow.abort()
    channel.close()
  }
}

/**
 * Reads the stream and reopens it after each interruption, until the signal aborts. `takesOver` is true if another tab
 * held the stream before, because changes may have been missed since it closed.
 */
async function holdStream(
  send: (message: StreamMessage) => void,
  signal: AbortSignal,
  takesOver: boolean,
): Promise<void> {
  let mayHaveMissedChanges = takesOver
  let failures = 0
  while (!signal.aborted) {
    const source = new EventSource(addressOfCall('readEvents', { query: { stream: true } }))
    source.addEventListener('ready', () => {
      if (failures > 1) send('back')
      failures = 0
      // Data fetched before the stream began may be outdated too.
      send(mayHaveMissedChanges ? 'gap' : 'requests')
    })
    source.addEventListener('requests', () => send('requests'))
    source.addEventListener('change', ({ data }) => send(JSON.parse(data) as Change))
    await new Promise<void>((resolve) => {
      const end = () => {
        signal.removeEventListener('abort', end)
        resolve()
      }
      source.onerror = end
      signal.addEventListener('abort', end)
    })
    // The stream was refused, maybe because the session has ended; this call then shows the sign-in dialog.
    const isRefused = source.readyState === EventSource.CLOSED
    source.close()
    mayHaveMissedChanges = true
    failures++
    // Proxies interrupt streams now and then; only a second failure in a row is shown.
    if (failures === 2 && !isRefused) send('away')
    if (isRefused && !signal.aborted) await call('readSession').catch(() => undefined)
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, retryMilliseconds))
  }
}
