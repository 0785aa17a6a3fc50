import { useRef, useState } from 'react'

/** Concurrent runs: a browser opens six connections to a server, and other calls need some of them. */
const concurrency = 4

/** Runs one job after another, a few at once, until all have run or `clear` is called. */
export function useRunQueue() {
  const waiting = useRef<(() => Promise<void>)[]>([])
  const [isQueued, setQueued] = useState(false)
  const runAll = async (jobs: readonly (() => Promise<void>)[]): Promise<void> => {
    waiting.current = [...jobs]
    setQueued(true)
    const worker = async () => {
      for (let job = waiting.current.shift(); job; job = waiting.current.shift()) await job()
    }
    try {
      await Promise.all(Array.from({ length: concurrency }, worker))
    } finally {
      setQueued(false)
    }
  }
  const clear = () => {
    waiting.current = []
  }
  return { runAll, clear, isQueued }
}
