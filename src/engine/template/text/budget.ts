import { failBudget } from './errors.ts'

/**
 * The resources that one render may use.
 *
 * - `steps`: evaluated nodes, list items touched, plus one per 256 UTF-16 units of text read or built.
 * - `textLength`: longest text (output or any intermediate string), measured in UTF-16 units, not in UTF-8.
 * - `depth`: nested calls of macros, call blocks and recursive loops; also the nesting of blocks and
 *   brackets that the parser accepts.
 */
export interface RenderLimits {
  steps: number
  textLength: number
  depth: number
}

export const DEFAULT_LIMITS: Readonly<RenderLimits> = { steps: 100_000, textLength: 1_048_576, depth: 64 }

/** Bits a whole number may have; Python refuses to print numbers of more than 4,300 digits (14,284 bits). */
const MAX_INTEGER_BITS = 14_284

/** Counts the use of one render. Every operation that can amplify checks it before it allocates. */
export class Budget {
  readonly maxText: number
  private stepsLeft: number
  private depthLeft: number

  constructor(limits: Readonly<RenderLimits>) {
    this.stepsLeft = limits.steps
    this.maxText = limits.textLength
    this.depthLeft = limits.depth
  }

  /** Charges `count` steps. */
  step(count = 1): void {
    this.stepsLeft -= count
    if (!(this.stepsLeft >= 0)) failBudget('The template needs more steps than allowed')
  }

  /** Charges for reading or building text of `length` UTF-16 units, and refuses text over the limit. */
  text(length: number): void {
    this.checkLength(length)
    this.step(Math.floor(length / 256))
  }

  /** Refuses text over the limit without charging, for text that grows piece by piece. */
  checkLength(length: number): void {
    if (!(length <= this.maxText)) failBudget('The template builds more text than allowed')
  }

  /** Charges for reading existing text, which may be longer than the output limit. */
  read(length: number): void {
    this.step(Math.floor(length / 256))
  }

  /** Charges for a search of `needle` units in `haystack` units; the worst case is their product. */
  search(haystack: number, needle: number): void {
    this.step(Math.floor(haystack / 256) + Math.floor((haystack / 256) * (needle / 256)))
  }

  /** Charges for a whole number of `bits` bits before it is computed. */
  integer(bits: number): void {
    if (!(bits <= MAX_INTEGER_BITS)) failBudget('The template computes too large a number')
    this.step(Math.floor(bits / 64))
  }

  /** Runs `work` one call level deeper. */
  nested<T>(work: () => T): T {
    if (this.depthLeft <= 0) failBudget('The template nests calls deeper than allowed')
    this.depthLeft--
    const result = work()
    this.depthLeft++
    return result
  }
}
