/** The source cannot be imported. The caller sees the message. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
}
