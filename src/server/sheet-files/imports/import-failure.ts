/** What is imported cannot be; the message is for whoever asked for it. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
}
