/** Resolves waiters after an event, even one before the wait. */
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
