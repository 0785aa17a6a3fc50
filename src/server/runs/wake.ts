/** Lets a caller wait for an event. An event before the wait counts too. */
export class Wake {
  #happened = false
  #resolve: (() => void) | null = null

  notify(): void {
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
