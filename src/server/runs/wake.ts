/** Lets somebody wait until something has happened, also when it happened before. */
export class Wake {
  #happened = false
  #resolve: (() => void) | null = null

  now(): void {
    this.#happened = true
    this.#resolve?.()
    this.#resolve = null
  }

  async wait(): Promise<void> {
    if (!this.#happened)
      await new Promise<void>((resolve) => {
        this.#resolve = resolve
      })
    this.#happened = false
  }
}
