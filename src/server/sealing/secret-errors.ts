/** The keys are invalid, or stored secrets were sealed with other keys. The server must not start. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
}

export type SealedValueErrorCode = 'unknown_format' | 'unknown_key' | 'damaged'

/** A sealed value does not open: its key is missing, or it was sealed for another row. */
export class SealedValueError extends Error {
  override readonly name = 'SealedValueError'
  readonly code: SealedValueErrorCode

  constructor(code: SealedValueErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
