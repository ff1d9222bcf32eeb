import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { RepositoryAway } from '../core/repository-away.ts'
import { orElse, type Soon } from '../core/soon.ts'
import { changesSomething } from './same-origin.ts'

/** Between the move of a folder and the commit that says where it is now. */
const pauseMs = 200

/**
 * Who only reads does not notice that a repository changes hands meanwhile: all is looked up once more, where it is now.
 * Who writes is told to come back, because nobody but them knows what they still want then.
 */
export function lookAgain<T>(request: FastifyRequest, work: () => Soon<T>): Soon<T> {
  return orElse(work, async (error) => {
    if (!(error instanceof RepositoryAway) || changesSomething(request)) throw error
    await sleep(pauseMs)
    return work()
  })
}
