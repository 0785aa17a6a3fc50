/** A step with functions that undo and redo it. */
export interface Step {
  readonly label: string
  readonly undo: () => void | Promise<void>
  readonly redo: () => void | Promise<void>
}

/** Maximum number of steps, because each step holds its values in memory. */
const maxSteps = 100

/** Undoes the latest step first. A step that fails stays on the stack. */
export class UndoStack {
  readonly #done: Step[] = []
  #undone: Step[] = []

  push(step: Step): void {
    this.#done.push(step)
    if (this.#done.length > maxSteps) this.#done.shift()
    this.#undone = []
  }

  isLast(step: Step): boolean {
    return this.#done.at(-1) === step
  }

  /** The undone step; undefined if the stack is empty. */
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
