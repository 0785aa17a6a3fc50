/**
 * Texts that an editor reported and its parent has not rendered yet. A late render passes an older text, which must not
 * overwrite later input.
 */
export class ReportedTexts {
  #reported: string[] = []

  report(text: string): void {
    this.#reported.push(text)
  }

  /** Whether the editor reported a rendered value itself. Removes it and all earlier reports. */
  take(value: string): boolean {
    const index = this.#reported.indexOf(value)
    this.#reported = index < 0 ? [] : this.#reported.slice(index + 1)
    return index >= 0
  }
}
