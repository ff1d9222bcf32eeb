// Somebody of each role that can push, and repositories that they share.
import type { Client } from './client.ts'
import { addressOf, type GitResult, tryGit } from './git.ts'
import { newPerson, newToken, type Person } from './people.ts'
import { grant, newRepo } from './repos.ts'
import type { TestStithy } from './stithy.ts'

export type CrewRole = 'Owner' | 'Maintainer' | 'Developer'

interface Member {
  readonly person: Person
  /** May read and write repositories. */
  readonly token: string
}

/** They are called owner, maintainer and developer; the owner is the first account, so also an administrator. */
export class Crew {
  readonly #stithy: TestStithy
  readonly #members: Readonly<Record<CrewRole, Member>>

  constructor(stithy: TestStithy, members: Readonly<Record<CrewRole, Member>>) {
    this.#stithy = stithy
    this.#members = members
  }

  client(role: CrewRole, form: 'A' | 'B' = 'B'): Client {
    return this.#stithy.client(form).as(this.#members[role].person.access)
  }

  /** The owner's, with the others in their roles. */
  async newRepo(slug: string, more: object = {}): Promise<string> {
    const repo = await newRepo(this.#stithy, this.#members.Owner.person, slug, more)
    await grant(this.#stithy, slug, this.#members.Maintainer.person, 'Maintainer')
    await grant(this.#stithy, slug, this.#members.Developer.person, 'Developer')
    return repo
  }

  push(tree: string, role: CrewRole, slug: string, ...what: readonly string[]): Promise<GitResult> {
    return tryGit(tree, 'push', addressOf(this.#stithy, this.#members[role].token, `owner/${slug}`), ...what)
  }
}

export async function newCrew(stithy: TestStithy): Promise<Crew> {
  const member = async (username: string): Promise<Member> => {
    const person = await newPerson(stithy, username)
    return { person, token: await newToken(stithy.client().as(person.access), ['repo:write']) }
  }
  return new Crew(stithy, {
    Owner: await member('owner'),
    Maintainer: await member('maintainer'),
    Developer: await member('developer'),
  })
}
