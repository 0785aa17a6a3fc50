/** The keys cannot be used, or are not the ones this server's secrets were sealed with. A start must fail. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
}

export type SealedValueErrorCode = 'unknown_format' | 'unknown_key' | 'damaged'

/** A sealed value does not open: its key is not there, or it is not what was sealed for this row. */
export class SealedValueError extends Error {
  override readonly name = 'SealedValueError'
  readonly code: SealedValueErrorCode

  constructor(code: SealedValueErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
