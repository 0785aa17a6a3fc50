/** Milliseconds between two samples; work between two samples counts as one task. */
const every = 1

/**
 * Measures the longest time without a return to the event loop, in processor time of the thread, which other
 * processes do not lengthen.
 */
export class TaskMeter {
  #timer: NodeJS.Timeout | null = null
  #before = 0
  #longest = 0

  start() {
    this.#longest = 0
    this.#before = processorTime()
    this.#timer = setInterval(() => this.#sample(), every)
  }

  /** Milliseconds of the longest task since the start. */
  stop(): number {
    this.#sample()
    clearInterval(this.#timer!)
    return this.#longest
  }

  #sample() {
    const now = processorTime()
    this.#longest = Math.max(this.#longest, now - this.#before)
    this.#before = now
  }
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
