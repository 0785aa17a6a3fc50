import { isCalledByOthers } from './recent-callers.ts'
import { startedFor } from './started-by.ts'

/**
 * Milliseconds of work per turn of the event loop, for all work together. A call waits two turns: for its
 * body and for its write.
 */
const slice = 2

interface Waiting {
  release(): void
  /** No other workspace calls. */
  readonly isAlone: boolean
}

const waiting: Waiting[] = []
/** Start of the work in this turn; null: none. */
let began: number | null = null

function begin() {
  const now = performance.now()
  began = now
  setImmediate(() => {
    if (began === now) began = null
  })
}

/** Releases one waiter per turn, so that slices do not add up. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const isAlone = !isCalledByOthers(startedFor())
    if (waiting.push({ release: resolve, isAlone }) === 1) schedule()
  })
}

/** Beside calls of other workspaces, work rests as long as it works: half of the thread is theirs. */
function schedule() {
  if (waiting[0]!.isAlone) setImmediate(goOn)
  // A timer counts from the last time the event loop updated its clock, before the work.
  else setTimeout(goOn, slice + performance.now() - began!)
}

function goOn() {
  begin()
  waiting.shift()!.release()
  if (waiting.length > 0) schedule()
}

/** Splits long work, so that other calls get their turn. */
export class Pace {
  constructor() {
    if (began === null) begin()
  }

  async pause(): Promise<void> {
    if (began === null) begin()
    else if (performance.now() - began >= slice) await turn()
  }
}
