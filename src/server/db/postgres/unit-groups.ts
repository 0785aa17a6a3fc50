import { lockOrderOf, type Unit } from '../sharing-transactions.ts'
import { maxStatements } from './pipeline.ts'

/** A unit is written whole or not at all. */
interface UnitWriter {
  together(units: readonly Unit[]): Promise<void>
  alone(unit: Unit): Promise<void>
  /** True if nothing of the group was written and one of its units may be the cause. */
  isRefusal(error: unknown): boolean
}

interface Waiting {
  readonly unit: Unit
  readonly lockOrder: string
  resolve(): void
  reject(error: unknown): void
}

/** The next group is prepared while one commits. */
const groupsAtOnce = 2
/** Milliseconds after which a unit is sent without waiting for earlier groups. */
const maxWait = 5

/** Group commit: units that arrive during a write share one transaction and one message, and so one flush to disk. */
export class UnitGroups {
  readonly #writer: UnitWriter
  #queue: Waiting[] = []
  #underWay = 0
  #timer: NodeJS.Timeout | null = null

  constructor(writer: UnitWriter) {
    this.#writer = writer
  }

  append(unit: Unit): Promise<void> {
    const lockOrder = lockOrderOf(unit)
    if (lockOrder === null || unit.length > maxStatements) return this.#writer.alone(unit)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#queue.push({ unit, lockOrder, resolve, reject })
    if (this.#underWay < groupsAtOnce) this.#sendNext()
    else this.#timer ??= setTimeout(() => this.#sendAll(), maxWait)
    return promise
  }

  #sendAll(): void {
    this.#timer = null
    while (this.#queue.length > 0) this.#sendNext()
  }

  #sendNext(): void {
    const group = this.#takeGroup()
    this.#underWay++
    void this.#send(group).finally(() => {
      this.#underWay--
      if (this.#queue.length > 0 && this.#underWay < groupsAtOnce) this.#sendNext()
    })
    if (this.#queue.length > 0 || !this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = null
  }

  #takeGroup(): Waiting[] {
    let statements = 0
    let count = 0
    for (const { unit } of this.#queue) {
      statements += unit.length
      if (statements > maxStatements) break
      count++
    }
    return this.#queue.splice(0, count)
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    if (group.length === 1) return this.#sendAlone(group)
    try {
      await this.#writer.together(inLockOrder(group))
    } catch (error) {
      if (this.#writer.isRefusal(error)) return this.#sendAlone(group)
      for (const { reject } of group) reject(error)
      return
    }
    for (const { resolve } of group) resolve()
  }

  async #sendAlone(group: readonly Waiting[]): Promise<void> {
    await Promise.all(
      group.map(({ unit, resolve, reject }) => this.#writer.alone(unit).then(resolve, reject)),
    )
  }
}

const inLockOrder = (group: readonly Waiting[]): Unit[] =>
  group
    .toSorted((a, b) => (a.lockOrder < b.lockOrder ? -1 : Number(a.lockOrder > b.lockOrder)))
    .map(({ unit }) => unit)
