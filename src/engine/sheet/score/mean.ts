/** Above any count of numbers, and a power of two, so that dividing by it loses no digits of a large sum. */
const scale = 2 ** 64

/** A running mean, for sums that exceed a double. */
export class Mean {
  #count = 0
  #sum = 0
  #parts = 0

  add(number: number): void {
    this.#count++
    this.#sum += number
    this.#parts += number / scale
  }

  get count(): number {
    return this.#count
  }

  /** Null without numbers. */
  result(): number | null {
    if (this.#count === 0) return null
    if (Number.isFinite(this.#sum)) return this.#sum / this.#count
    const mean = (this.#parts / this.#count) * scale
    return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, mean))
  }
}

/** Null without numbers. */
export function meanOfAll(numbers: readonly number[]): number | null {
  const mean = new Mean()
  for (const number of numbers) mean.add(number)
  return mean.result()
}
