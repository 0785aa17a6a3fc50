/** The source cannot be imported; the message is for the caller. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
}
