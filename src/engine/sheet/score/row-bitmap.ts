const firstBytes = 64

/** A set of row indexes, as a bitmap. */
export class RowBitmap {
  #bytes = new Uint8Array(firstBytes)

  mark(row: number): void {
    const at = row >> 3
    if (at >= this.#bytes.length) {
      const larger = new Uint8Array(Math.max(at + 1, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[at]! |= 1 << (row & 7)
  }

  /** Number of rows that are in at least one set. */
  static union(all: readonly RowBitmap[]): number {
    const longest = Math.max(0, ...all.map((marks) => marks.#bytes.length))
    let count = 0
    for (let index = 0; index < longest; index++) {
      let bits = 0
      for (const marks of all) bits |= marks.#bytes[index] ?? 0
      for (; bits !== 0; bits &= bits - 1) count++
    }
    return count
  }
}
