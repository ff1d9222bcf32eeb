import { systemActor } from '../../core/actor.ts'
import { permit } from '../../features/access/permit.ts'
import { register } from '../../features/accounts/register.ts'
import { verifyEmail } from '../../features/accounts/verify-email.ts'
import { listKeptMails } from '../../features/mail/kept-mails.ts'
import { createTeam } from '../../features/teams/create-team.ts'
import { setMember } from '../../features/teams/set-member.ts'
import type { Name, Stage, Step } from '../stage.ts'
import { does } from '../steps.ts'

export interface Account {
  readonly name: Name
  readonly fullName: string
  /** What there is to see as this one. */
  readonly about: string
}

/** The first one is the administrator. */
export const accounts: readonly Account[] = [
  { name: 'ada', fullName: 'Ada Example', about: 'administrator, owns the team harbour' },
  { name: 'bob', fullName: 'Bob Example', about: 'maintainer in harbour, owns bob/lamp' },
  { name: 'carol', fullName: 'Carol Example', about: 'developer in harbour, is asked for reviews' },
  { name: 'dave', fullName: 'Dave Example', about: 'developer in harbour, has a draft' },
  { name: 'eve', fullName: 'Eve Example', about: 'in no team, works in a fork' },
  { name: 'frank', fullName: 'Frank Example', about: 'reads harbour, asks questions' },
]

const members: Readonly<Partial<Record<Name, string>>> = {
  bob: 'Maintainer',
  carol: 'Developer',
  dave: 'Developer',
  frank: 'Reader',
}

export const people: readonly Step[] = [
  ...accounts.map((account, at) => does(46 - at / 10, (stage) => arrive(stage, account))),
  does(45.4, confirmAll),
  does(44.5, (stage) =>
    createTeam(stage.app, stage.as('ada'), {
      slug: 'harbour',
      name: 'Harbour',
      description: 'Everything that has to do with tides.',
    }),
  ),
  ...Object.entries(members).map(([username, role], at) =>
    does(44.4 - at / 10, (stage) => setMember(stage.app, stage.as('ada'), { slug: 'harbour', username, role })),
  ),
]

async function arrive(stage: Stage, { name, fullName }: Account): Promise<void> {
  const email = `${name}@example.org`
  const user = await register(stage.app, systemActor.via, { username: name, email, password: stage.password, fullName })
  stage.enter(name, { kind: 'session', via: systemActor.via, user, sessionId: 0 })
}

/** Each opens the link in the mail that came. */
async function confirmAll({ app }: Stage): Promise<void> {
  for (const mail of await listKeptMails(app, permit(systemActor, 'admin', null))) {
    const token = /\/verify-email\/([\w-]+)/.exec(mail.text)?.[1]
    if (token !== undefined) await verifyEmail(app, systemActor.via, token)
  }
}
