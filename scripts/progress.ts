/** Most milliseconds without output if the output is not a terminal; the timer adds up to a second. */
const longestSilence = 14_000
const redrawEvery = 1_000

/** Shows progress: on a terminal in one line that changes, elsewhere in a new line every 15 s. */
export class Progress {
  readonly #describe: () => string
  readonly #started = performance.now()
  readonly #isTerminal = process.stdout.isTTY === true && process.env['CI'] !== 'true'
  readonly #timer: NodeJS.Timeout
  #shownAt = performance.now()

  constructor(describe: () => string) {
    this.#describe = describe
    this.#timer = setInterval(() => this.#show(), redrawEvery)
    this.#timer.unref()
  }

  /** Prints a permanent line above the changing line. */
  print(text: string): void {
    this.#erase()
    process.stdout.write(`${text}\n`)
    if (this.#isTerminal) this.#show()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#erase()
  }

  #show(): void {
    const line = `${inMinutes(performance.now() - this.#started)}  ${this.#describe()}`
    if (this.#isTerminal) {
      this.#erase()
      process.stdout.write(line.slice(0, process.stdout.columns - 1))
    } else if (performance.now() - this.#shownAt >= longestSilence) {
      this.#shownAt = performance.now()
      process.stdout.write(`${line}\n`)
    }
  }

  #erase(): void {
    if (this.#isTerminal) process.stdout.write('\r\x1b[K')
  }
}

export function inMinutes(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
