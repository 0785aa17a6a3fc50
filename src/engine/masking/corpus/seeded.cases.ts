/** Reproducible choices: mulberry32. */
export class Seeded {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!
  }

  from(alphabet: string, count: number): string {
    return Array.from({ length: count }, () => alphabet[this.below(alphabet.length)]!).join('')
  }

  digits(count: number): string {
    return this.from('0123456789', count)
  }

  /** A digit for each `#`, one from 2 to 9 for each `N`. */
  filled(pattern: string): string {
    return pattern.replace(/[#N]/g, (slot) => (slot === '#' ? this.digits(1) : this.from('23456789', 1)))
  }
}
