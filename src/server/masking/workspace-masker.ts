import { createHmac } from 'node:crypto'
import type { Json } from '../../engine/json/json.ts'
import {
  type CompiledRules,
  freeProfile,
  locationsOf,
  type Masked,
  markMasked,
  maskJson,
} from '../../engine/masking/index.ts'
import { PatternBudgetError } from '../../engine/patterns/pattern-error.ts'
import { Refusal } from '../../engine/refusal.ts'
import { storedJson } from '../http/json.ts'
import type { Masker, MaskingOptions } from '../masker.ts'
import { Pace } from '../pacing/pace.ts'

/** Milliseconds for one document. A call that takes longer is refused and not stored. */
const timeLimit = 20_000
const pseudonymDigits = 12
/** Random ids, in which a rule finds values by chance, and pseudonyms. */
const exemptId =
  /^(?:[0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\[ID:[0-9a-f]{12}\])$/i

export class WorkspaceMasker implements Masker {
  readonly keepsBodies: boolean
  readonly #rules: CompiledRules
  readonly #key: Buffer
  readonly #count: (ruleIndex: number) => void

  constructor(rules: CompiledRules, keepsBodies: boolean, key: Buffer, count: (ruleIndex: number) => void) {
    this.keepsBodies = keepsBodies
    this.#rules = rules
    this.#key = key
    this.#count = count
  }

  async json(text: string, { profile = freeProfile, onMatch }: MaskingOptions = {}): Promise<Masked<string>> {
    const { texts, paths } = this.#rules
    const run = {
      pseudonym: (label: string, value: string) => this.hash(`${label} ${value}`),
      onMatch: onMatch ?? this.#count,
    }
    const locations = paths.length > 0 ? locate(text, this.#rules) : undefined
    const work = maskJson(text, { texts, run }, profile, locations)
    const pace = new Pace()
    const deadline = performance.now() + timeLimit
    for (;;) {
      const step = work.next()
      if (step.done) {
        if (step.value === null) throw new Error('The text to mask is not JSON.')
        return markMasked(step.value)
      }
      if (performance.now() > deadline) throw tooSlow
      await pace.pause()
    }
  }

  async value<T>(value: T, options?: MaskingOptions): Promise<Masked<T>> {
    const text = JSON.stringify(value)
    const masked: string = await this.json(text, options)
    return markMasked(masked === text ? value : (storedJson(masked) as T))
  }

  async id(id: string, options?: MaskingOptions): Promise<string> {
    if (exemptId.test(id)) return id
    return (await this.value(id, options)) === id ? id : `[ID:${this.hash(`ID ${id}`)}]`
  }

  hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex').slice(0, pseudonymDigits)
  }
}

const tooSlow = new Refusal('busy', 'Masking took too long. Nothing was stored; send the call again.')

function locate(text: string, { paths }: CompiledRules) {
  try {
    return locationsOf(storedJson(text) as Json, paths)
  } catch (error) {
    if (error instanceof PatternBudgetError) throw tooSlow
    throw error
  }
}
