/** Something around us has to be put right before this can run; the message is one line that says what. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
