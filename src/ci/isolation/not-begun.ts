import { Fault } from '../../core/errors.ts'

/** Nothing of the command has run. */
export class NotBegun extends Error {
  override readonly name = 'NotBegun'
  readonly why: unknown

  constructor(why: unknown) {
    super('The command has not begun')
    this.why = why
  }
}

export function notBegun(why: unknown): never {
  throw new NotBegun(why)
}

export function noSandbox(): Fault {
  return new Fault('unavailable', 'The sandbox did not start', { code: 'CI_SANDBOX_FAILED' })
}
