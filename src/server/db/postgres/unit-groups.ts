import { lockOrderOf, type Unit } from '../sharing-transactions.ts'
import { mostTogether } from './pipeline.ts'

/** How units are written: whole or not at all. */
interface Ways {
  together(units: readonly Unit[]): Promise<void>
  alone(unit: Unit): Promise<void>
  /** Nothing of a group was written, and only one of its units may be the reason. */
  isRefusal(error: unknown): boolean
}

interface Waiting {
  readonly unit: Unit
  readonly lockOrder: string
  resolve(): void
  reject(error: unknown): void
}

/** While one group is committed the next one is read and checked. */
const groupsAtOnce = 2
/** Milliseconds that a unit waits for the groups before it, until it goes all the same. */
const patience = 5

/**
 * Units that come while others are being written go together, as one transaction in one message: callers who log at
 * once share a flush to disk, and what a message costs both sides.
 */
export class UnitGroups {
  readonly #ways: Ways
  #line: Waiting[] = []
  #underWay = 0
  #impatience: NodeJS.Timeout | null = null

  constructor(ways: Ways) {
    this.#ways = ways
  }

  append(unit: Unit): Promise<void> {
    const lockOrder = lockOrderOf(unit)
    if (lockOrder === null || unit.length > mostTogether) return this.#ways.alone(unit)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#line.push({ unit, lockOrder, resolve, reject })
    if (this.#underWay < groupsAtOnce) this.#sendNext()
    else this.#impatience ??= setTimeout(() => this.#sendAll(), patience)
    return promise
  }

  #sendAll(): void {
    this.#impatience = null
    while (this.#line.length > 0) this.#sendNext()
  }

  #sendNext(): void {
    const group = this.#takeGroup()
    this.#underWay++
    void this.#send(group).finally(() => {
      this.#underWay--
      if (this.#line.length > 0 && this.#underWay < groupsAtOnce) this.#sendNext()
    })
    if (this.#line.length > 0 || !this.#impatience) return
    clearTimeout(this.#impatience)
    this.#impatience = null
  }

  /** The first of the line, as many as fit. */
  #takeGroup(): Waiting[] {
    let statements = 0
    let count = 0
    for (const { unit } of this.#line) {
      statements += unit.length
      if (statements > mostTogether) break
      count++
    }
    return this.#line.splice(0, count)
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    if (group.length === 1) return this.#sendAlone(group)
    try {
      await this.#ways.together(inLockOrder(group))
    } catch (error) {
      if (this.#ways.isRefusal(error)) return this.#sendAlone(group)
      for (const { reject } of group) reject(error)
      return
    }
    for (const { resolve } of group) resolve()
  }

  async #sendAlone(group: readonly Waiting[]): Promise<void> {
    await Promise.all(group.map(({ unit, resolve, reject }) => this.#ways.alone(unit).then(resolve, reject)))
  }
}

const inLockOrder = (group: readonly Waiting[]): Unit[] =>
  group
    .toSorted((a, b) => (a.lockOrder < b.lockOrder ? -1 : Number(a.lockOrder > b.lockOrder)))
    .map(({ unit }) => unit)
