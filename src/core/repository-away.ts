import { Fault } from './errors.ts'

/** The folder of a repository is not where it was a moment ago: it changes hands, or is being deleted. It passes. */
export class RepositoryAway extends Fault {
  constructor() {
    super('unavailable', 'The repository is being moved or deleted: try again in a moment', {
      code: 'UNAVAILABLE',
      retryAfterSeconds: 1,
    })
  }
}
