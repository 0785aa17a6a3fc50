import type { Failure } from '../../../engine/columns/index.ts'
import type { About } from '../make-call.ts'
import type { RunOptions } from '../options.ts'

/** What whoever satisfies one need is given. */
export interface NeedSetting extends RunOptions {
  /** The id of the sheet's column that the need is of; variables may be restricted to it. */
  readonly column?: string
  readonly about: Pick<About, 'tags' | 'metadata' | 'groupId'>
}

/** Why a need was not met, in the words that a cell keeps. */
export class NeedFailure extends Error {
  override readonly name = 'NeedFailure'
  readonly failure: Failure
  constructor(code: string, message: string) {
    super(message)
    this.failure = { code, message }
  }
}
