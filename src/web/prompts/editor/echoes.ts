/**
 * Texts that an editor reported and its parent has not rendered yet. A late render brings an older text, which must not
 * overwrite later input.
 */
export class Echoes {
  #reported: string[] = []

  report(text: string): void {
    this.#reported.push(text)
  }

  /**
   * Whether a rendered value is a text that the editor reported itself. It and all earlier reports are then
   * forgotten.
   */
  has(value: string): boolean {
    const index = this.#reported.indexOf(value)
    this.#reported = index < 0 ? [] : this.#reported.slice(index + 1)
    return index >= 0
  }
}
