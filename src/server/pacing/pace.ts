import { starterWorkspace } from '../started-by.ts'
import { giveWay, isBesideLighter, longWork } from './calls-in-progress.ts'
import { isCalledByOthers } from './recent-callers.ts'

/**
 * Milliseconds of long work in one turn of the event loop, of all jobs and calls together. A call waits two turns: for
 * its body and for its write.
 */
const slice = 2

/** Maximum milliseconds that long work waits for the calls of lighter workspaces, after each slice. */
const maxWait = 20

interface Waiting {
  release(): void
  /** True if the work pauses before it continues. */
  readonly shouldPause: boolean
}

const waiting: Waiting[] = []
/** When this turn's work began; null if no work has begun. */
let began: number | null = null

function begin() {
  const now = performance.now()
  began = now
  setImmediate(() => {
    if (began === now) began = null
  })
}

/** Waits for the next turn. One waiter continues in each turn, so that slices do not add up. */
async function turn(mayWait: boolean): Promise<void> {
  const workspace = starterWorkspace()
  // Work of the server itself serves all workspaces, so it gives way to none.
  const wait = workspace === 0 || !mayWait ? null : giveWay(workspace, longWork, maxWait)
  if (wait) await wait
  const shouldPause = mayWait && !wait && isCalledByOthers(workspace)
  await new Promise<void>((release) => {
    if (waiting.push({ release, shouldPause }) === 1) schedule()
  })
}

/**
 * If another workspace has called lately and the work has not given way yet, the work pauses for as long as it ran. So
 * other workspaces get half of the thread.
 */
function schedule() {
  // Node's timers start at the loop's cached time, which is older than this work, so the time of the work is added.
  if (waiting[0]!.shouldPause) setTimeout(continueNext, slice + performance.now() - began!)
  else setImmediate(continueNext)
}

function continueNext() {
  begin()
  waiting.shift()!.release()
  if (waiting.length > 0) schedule()
}

/** Splits long work, so that other calls get their turn. */
export class Pace {
  readonly #mayWait: boolean
  #lastTurn = performance.now()

  /** In a transaction, work does not wait for calls of others: they wait for the transaction. */
  constructor({ isInTransaction = false }: { readonly isInTransaction?: boolean } = {}) {
    this.#mayWait = !isInTransaction
    if (began === null) begin()
  }

  async pause(): Promise<void> {
    if (began === null) begin()
    const now = performance.now()
    if (now - began! < slice && !this.#mustGiveWay(now)) return
    await turn(this.#mayWait)
    this.#lastTurn = performance.now()
  }

  /** Work that waits for storage after each small piece never fills a slice of one turn. */
  #mustGiveWay(now: number): boolean {
    if (!this.#mayWait || now - this.#lastTurn < slice) return false
    const workspace = starterWorkspace()
    return workspace !== 0 && isBesideLighter(workspace, longWork)
  }
}
