/** Something that was done, with what takes it back and what does it once more. */
export interface Step {
  readonly what: string
  readonly undo: () => void | Promise<void>
  readonly redo: () => void | Promise<void>
}

/** Steps back from here; what they hold lasts as long as they do. */
const mostSteps = 100

/** What was done last is undone first. A step that cannot be taken stays where it is. */
export class UndoStack {
  readonly #done: Step[] = []
  #undone: Step[] = []

  push(step: Step): void {
    this.#done.push(step)
    if (this.#done.length > mostSteps) this.#done.shift()
    this.#undone = []
  }

  isLast(step: Step): boolean {
    return this.#done.at(-1) === step
  }

  /** What was undone; undefined when nothing is left. */
  async undo(): Promise<Step | undefined> {
    const step = this.#done.at(-1)
    if (!step) return undefined
    await step.undo()
    this.#done.pop()
    this.#undone.push(step)
    return step
  }

  async redo(): Promise<Step | undefined> {
    const step = this.#undone.at(-1)
    if (!step) return undefined
    await step.redo()
    this.#undone.pop()
    this.#done.push(step)
    return step
  }
}
