import { giveWay, longWork } from './calls-in-progress.ts'
import { isCalledByOthers } from './recent-callers.ts'
import { startedFor } from './started-by.ts'

/**
 * Milliseconds of work per turn of the event loop, for all work together. A call waits two turns: for its
 * body and for its write.
 */
const slice = 2

/** Longest wait for the calls of lighter workspaces, after each slice. */
const maxWait = 20

interface Waiting {
  release(): void
  /** Rests before it continues. */
  readonly rests: boolean
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
async function turn(): Promise<void> {
  const workspace = startedFor()
  // Work of the server itself is done for all.
  const wait = workspace === 0 ? null : giveWay(workspace, longWork, maxWait)
  if (wait) await wait
  const rests = !wait && isCalledByOthers(workspace)
  await new Promise<void>((release) => {
    if (waiting.push({ release, rests }) === 1) schedule()
  })
}

/**
 * While other workspaces have calls in progress, work that has not waited for them pauses for as long as it worked:
 * half of the thread is theirs.
 */
function schedule() {
  // A timer counts from the last time the event loop updated its clock, before the work.
  if (waiting[0]!.rests) setTimeout(goOn, slice + performance.now() - began!)
  else setImmediate(goOn)
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
