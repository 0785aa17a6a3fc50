import type { Failure } from '../../../engine/columns/index.ts'
import type { RunOptions } from '../options.ts'
import type { LogFields } from '../slot-request.ts'

/** Options for satisfying one need. */
export interface NeedSetting extends RunOptions {
  /** Id of the sheet column. Variables may be restricted to the columns of certain sheets. */
  readonly column?: string
  readonly logFields: Pick<LogFields, 'tags' | 'metadata' | 'groupId'>
}

/** Why a need was not satisfied. The cell shows this text. */
export class NeedFailure extends Error {
  override readonly name = 'NeedFailure'
  readonly failure: Failure
  constructor(code: string, message: string) {
    super(message)
    this.failure = { code, message }
  }
}
