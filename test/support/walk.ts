// A walk through the whole API, all of whose answers are held against the description.
import type { Answer } from './client.ts'
import { type Description, misfit } from './described.ts'
import { allRoutes, call, nameOf, type RouteRequest } from './every-route.ts'
import type { Form } from './faults.ts'
import type { Person } from './people.ts'
import type { TestStithy } from './stithy.ts'

/** What a story needs: somebody who may do everything, and a way to call routes by their names. */
export interface Walker {
  readonly stithy: TestStithy
  readonly ada: Person
  readonly form: Form
  readonly ask: (token: string | undefined, name: string, request?: RouteRequest) => Promise<Answer>
}

/** Calls that lead through a part of the API, by what they are about: those that succeed, and those that are refused. */
export type Stories = Readonly<Record<string, (walker: Walker) => Promise<void>>>

export const json = (body: object): RouteRequest => ({ body: JSON.stringify(body) })

export class Walk implements Walker {
  readonly stithy: TestStithy
  readonly ada: Person
  readonly form: Form
  readonly #description: Description
  readonly #seen = new Map<string, Set<number>>()
  #misfits: string[] = []

  constructor(stithy: TestStithy, ada: Person, form: Form, description: Description) {
    this.stithy = stithy
    this.ada = ada
    this.form = form
    this.#description = description
  }

  readonly ask: Walker['ask'] = async (token, name, request = {}) => {
    const route = allRoutes.find((one) => nameOf(one) === name)
    if (route === undefined) throw new Error(`There is no ${name}`)
    const answer = await call(this.stithy.client(this.form).as(token), route, request)
    this.#seen.set(name, (this.#seen.get(name) ?? new Set()).add(answer.status))
    const problem = misfit(this.#description, route.method, route.path, answer)
    if (problem !== null) this.#misfits.push(problem)
    return answer
  }

  /** What did not fit the description since this was asked last. */
  takeMisfits(): readonly string[] {
    const taken = this.#misfits
    this.#misfits = []
    return taken
  }

  /** Routes that have not answered with success yet. */
  withoutSuccess(): readonly string[] {
    return allRoutes.map(nameOf).filter((name) => ![...(this.#seen.get(name) ?? [])].some((status) => status < 300))
  }
}
