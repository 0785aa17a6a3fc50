import type { Definition } from '../definition/definition.ts'

/** A draft with the states before it and the undone states after it. */
export interface History {
  readonly past: readonly Definition[]
  readonly present: Definition
  readonly future: readonly Definition[]
  /** Milliseconds since 1970 of the last change. */
  readonly changedAt: number
}

const maxSteps = 100
/** Changes within these milliseconds are one step, such as the letters of a word, if no part is added or removed. */
const pauseMilliseconds = 1_000

export const historyOf = (present: Definition): History => ({ past: [], present, future: [], changedAt: 0 })

export function withChange(history: History, next: Definition, now: number): History {
  const { past, present, changedAt } = history
  const continuesStep =
    past.length > 0 && now - changedAt < pauseMilliseconds && partsOf(present) === partsOf(next)
  return {
    past: continuesStep ? past : [...past, present].slice(-maxSteps),
    present: next,
    future: [],
    changedAt: now,
  }
}

export function undone(history: History): History {
  const { past, present, future } = history
  const before = past.at(-1)
  if (!before) return history
  return { past: past.slice(0, -1), present: before, future: [present, ...future], changedAt: 0 }
}

export function redone(history: History): History {
  const { past, present, future } = history
  const [after, ...later] = future
  if (!after) return history
  return { past: [...past, present], present: after, future: later, changedAt: 0 }
}

/** The names of all nodes, edges and inputs. */
const partsOf = ({ nodes, edges, inputs }: Definition): string =>
  JSON.stringify([
    nodes.map(({ name }) => name),
    edges.map(({ source, target }) => [source, target]),
    Object.keys(inputs),
  ])
