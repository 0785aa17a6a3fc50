import { type Answer, addressOfCall, call } from './call.ts'

export type Change = Answer<'readEvents'>['events'][number]

export interface ChangeListener {
  readonly onChange: (change: Change) => void
  /** Requests were logged. */
  readonly onRequests: () => void
  /** The stream was cut off for a while: what is shown may be old. */
  readonly onGap: () => void
  /** Whether the server answers. */
  readonly onReachable: (isReachable: boolean) => void
}

type Told = Change | 'requests' | 'gap' | 'away' | 'back'

const retryMilliseconds = 1_000

/**
 * Tells the workspace's changes to every tab. One tab holds the stream for all, for a browser opens six
 * connections to a host at most; when that tab goes, another takes over, and all look again at what they show.
 */
export function followChanges(workspace: number, listener: ChangeListener): () => void {
  const { onChange, onRequests, onGap, onReachable } = listener
  const name = `galley-changes-${workspace}`
  const gone = new AbortController()
  const channel = new BroadcastChannel(name)
  const hear = (told: Told) => {
    if (told === 'gap') onGap()
    else if (told === 'requests') onRequests()
    else if (told === 'away' || told === 'back') onReachable(told === 'back')
    else onChange(told)
  }
  const tell = (told: Told) => {
    channel.postMessage(told)
    hear(told)
  }
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data)
  const began = navigator.locks
    ? navigator.locks.request(name, { signal: gone.signal }, () => holdStream(tell, gone.signal))
    : // Without a secure context there are no locks: each tab for itself.
      holdStream(hear, gone.signal)
  began.catch((error: unknown) => {
    if (!gone.signal.aborted) throw error
  })
  return () => {
    gone.abort()
    channel.close()
  }
}

/** Until the signal: reads the stream, and opens it again each time it breaks off. */
async function holdStream(tell: (told: Told) => void, signal: AbortSignal): Promise<void> {
  // Whoever takes over, long after its page was opened, does not know what it has missed.
  let wasCut = performance.now() > retryMilliseconds
  let failures = 0
  while (!signal.aborted) {
    const source = new EventSource(addressOfCall('readEvents', { query: { stream: true } }))
    source.addEventListener('ready', () => {
      if (failures > 1) tell('back')
      failures = 0
      // Whoever looked before the stream began may have missed some too.
      tell(wasCut ? 'gap' : 'requests')
    })
    source.addEventListener('requests', () => tell('requests'))
    source.addEventListener('change', ({ data }) => tell(JSON.parse(data) as Change))
    await new Promise<void>((resolve) => {
      source.onerror = () => resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    // Refused, not cut off: it may be that the session has ended, which that call says over what is shown.
    const isRefused = source.readyState === EventSource.CLOSED
    source.close()
    wasCut = true
    failures++
    // A stream that breaks off once is usual behind a proxy; only a second failure in a row is worth a message.
    if (failures === 2 && !isRefused) tell('away')
    if (isRefused && !signal.aborted) await call('readSession').catch(() => undefined)
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, retryMilliseconds))
  }
}
