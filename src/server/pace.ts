/**
 * Milliseconds of work in a turn of the event loop, whoever's it is. Small, as who calls meanwhile waits for the turn twice:
 * until the call is read, and until what was written for it is heard of.
 */
const slice = 2

const waiting: (() => void)[] = []
/** When work began in this turn; null as long as there was none. */
let began: number | null = null

function begin() {
  const now = performance.now()
  began = now
  setImmediate(() => {
    if (began === now) began = null
  })
}

/** Of all who wait one goes on in each turn of the event loop: several slices in a row would be one that is too long. */
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

/** Lets others have their turn in work that would hold the event loop for long. */
export class Pace {
  constructor() {
    if (began === null) begin()
  }

  async pause(): Promise<void> {
    if (began === null) begin()
    else if (performance.now() - began >= slice) await turn()
  }
}
