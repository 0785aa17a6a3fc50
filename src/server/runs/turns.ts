interface Line {
  underWay: number
  readonly waiting: Set<() => void>
}

/** Limits concurrent work for each workspace, first in, first out. Workspaces do not delay each other. */
export class Turns {
  readonly #atOnce: number
  readonly #lines = new Map<number, Line>()

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Rejects with the signal's reason if it is aborted while waiting. */
  async take<T>(workspace: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const line = this.#lines.get(workspace) ?? { underWay: 0, waiting: new Set() }
    this.#lines.set(workspace, line)
    await this.#wait(line, signal)
    try {
      return await work()
    } finally {
      const [next] = line.waiting
      if (next) next()
      else if (--line.underWay === 0) this.#lines.delete(workspace)
    }
  }

  async #wait(line: Line, signal: AbortSignal): Promise<void> {
    if (line.underWay < this.#atOnce) {
      line.underWay++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        line.waiting.delete(begin)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        line.waiting.delete(begin)
        reject(signal.reason)
      }
      line.waiting.add(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
}
