/** Far above any count of numbers, and a power of two: dividing by it loses nothing that a large sum would show. */
const part = 2 ** 64

/** The mean of numbers as they come. Their sum may be more than a number can be; their mean is not. */
export class Mean {
  #count = 0
  #sum = 0
  #parts = 0

  add(number: number): void {
    this.#count++
    this.#sum += number
    this.#parts += number / part
  }

  get count(): number {
    return this.#count
  }

  /** Null of nothing. */
  result(): number | null {
    if (this.#count === 0) return null
    if (Number.isFinite(this.#sum)) return this.#sum / this.#count
    const mean = (this.#parts / this.#count) * part
    return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, mean))
  }
}

/** Null of nothing. */
export function meanOfAll(numbers: readonly number[]): number | null {
  const mean = new Mean()
  for (const number of numbers) mean.add(number)
  return mean.result()
}
