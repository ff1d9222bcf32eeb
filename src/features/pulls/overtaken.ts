import { Fault } from '../../core/errors.ts'

/** What was looked at is not what is there any more: worth another look. */
export class Overtaken extends Fault {
  constructor() {
    super('conflict', 'Too many changes at once: try again', { code: 'CONFLICT' })
  }
}
