/**
 * Milliseconds of work per turn of the event loop, for all work together. A call waits two turns: for its
 * body and for its write.
 */
const slice = 2

const waiting: (() => void)[] = []
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
    if (waiting.push(resolve) === 1) setImmediate(goOn)
  })
}

function goOn() {
  begin()
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(goOn)
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
