import { lockOrderOf, type Unit } from '../sharing-transactions.ts'
import { maxStatements } from './pipeline.ts'

/** A unit is written whole or not at all. */
interface UnitWriter {
  together(units: readonly Unit[]): Promise<void>
  alone(unit: Unit): Promise<void>
  /** True if nothing of the group was written and one of its units may be the cause. */
  isRefusal(error: unknown): boolean
}

interface WaitingUnit {
  readonly unit: Unit
  readonly lockOrder: string
  resolve(): void
  reject(error: unknown): void
}

/** A group of at least this many units is sent while another one commits; a smaller one waits for its end. */
const largeGroup = 16
const maxGroupsUnderWay = 2
/** Milliseconds after which units are sent without waiting for the end of earlier groups. */
const maxWait = 5
/** Milliseconds after the end of a group in which the next one waits for as many units. */
const gatherMilliseconds = 2

/**
 * Group commit: units that arrive during a write share one transaction and one message, and so one flush to disk. The
 * callers of a group often send again at once, so the next group waits for as many units.
 */
export class UnitGroups {
  readonly #writer: UnitWriter
  #queue: WaitingUnit[] = []
  #underWay = 0
  /** Units that waited or were under way when the last group ended. */
  #expected = 1
  #timer: NodeJS.Timeout | null = null

  constructor(writer: UnitWriter) {
    this.#writer = writer
  }

  append(unit: Unit): Promise<void> {
    const lockOrder = lockOrderOf(unit)
    if (lockOrder === null || unit.length > maxStatements) return this.#writer.alone(unit)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#queue.push({ unit, lockOrder, resolve, reject })
    this.#sendIfDue()
    return promise
  }

  #sendIfDue(): void {
    const isDue =
      this.#underWay === 0
        ? this.#queue.length >= this.#expected
        : this.#underWay < maxGroupsUnderWay && this.#queue.length >= largeGroup
    if (isDue) this.#sendNext()
    if (this.#queue.length > 0)
      this.#timer ??= setTimeout(() => this.#sendAll(), this.#underWay === 0 ? gatherMilliseconds : maxWait)
  }

  #sendAll(): void {
    this.#timer = null
    while (this.#queue.length > 0) this.#sendNext()
  }

  #sendNext(): void {
    const group = this.#takeGroup()
    this.#underWay++
    void this.#send(group).finally(() => this.#end(group.length))
    if (this.#queue.length === 0) this.#stopTimer()
  }

  #end(size: number): void {
    this.#underWay--
    this.#expected = size + this.#queue.length
    if (this.#queue.length === 0) return
    this.#stopTimer()
    this.#sendIfDue()
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  #takeGroup(): WaitingUnit[] {
    let statements = 0
    let count = 0
    for (const { unit } of this.#queue) {
      statements += unit.length
      if (statements > maxStatements) break
      count++
    }
    return this.#queue.splice(0, count)
  }

  async #send(group: readonly WaitingUnit[]): Promise<void> {
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

  async #sendAlone(group: readonly WaitingUnit[]): Promise<void> {
    await Promise.all(
      group.map(({ unit, resolve, reject }) => this.#writer.alone(unit).then(resolve, reject)),
    )
  }
}

const inLockOrder = (group: readonly WaitingUnit[]): Unit[] =>
  group
    .toSorted((a, b) => (a.lockOrder < b.lockOrder ? -1 : Number(a.lockOrder > b.lockOrder)))
    .map(({ unit }) => unit)
