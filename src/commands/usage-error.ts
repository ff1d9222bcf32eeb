/** The command line was not understood; the message says what it should have been. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
