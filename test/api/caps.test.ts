// What one person can pile up, and others have to look through, has an end: for every kind there is, through its own door.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Capped, caps } from '../../src/core/caps.ts'
import { parseOwnerName } from '../../src/core/slug.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { uuid } from '../../src/db/uuid.ts'
import { insertOwner } from '../../src/features/owners/insert-owner.ts'
import { insertTeam, saveMember } from '../../src/features/teams/store.ts'
import { Authenticator } from '../support/authenticator.ts'
import type { Answer } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { newPublicKey } from '../support/new-public-key.ts'
import { addPasskey, atLocalhost } from '../support/passkeys.ts'
import { newPerson, newToken, type Person, password } from '../support/people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let count = 0

beforeAll(async () => {
  const hosts = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', IMPORT_ALLOWED_HOSTS: '127.0.0.1' }
  stithy = await startStithy({ ...(await atLocalhost()), ...hosts })
  await newRepo(stithy, await newPerson(stithy, 'ada'), 'source', { is_public: true, auto_init: true })
})
afterAll(() => stithy.stop())

interface Place {
  readonly form: Form
  readonly person: Person
  readonly slug: string
}

interface Case {
  /** Makes one more, as anybody does. */
  readonly make: (place: Place, name: string) => Promise<Answer>
  /** Makes so many more behind the door, once there is one. */
  readonly fill: (place: Place, many: number) => Promise<void>
  /** Of which one is taken away again. */
  readonly table: string
  readonly key?: string
}

function posting(path: string, body: (name: string) => object): Case['make'] {
  return ({ form, person, slug }, name) => {
    const at = path.replace('REPO', `repos/${person.username}/${slug}`)
    return stithy.client(form).as(person.access).post(at, body(name))
  }
}

type Row = Readonly<Record<string, unknown>>

/** Copies of the newest row, other than it in what must differ. */
async function copy(table: string, many: number, differs: (name: string) => Row): Promise<void> {
  await inTransaction(stithy.app, async (tx) => {
    const newest = await sql<Row>`select * from ${sql.table(table)} order by id desc limit 1`.execute(tx)
    const { id: _, ...row } = newest.rows[0] ?? {}
    const more = Array.from({ length: many }, (_none, at) => ({ ...row, uuid: uuid(), ...differs(`more-${at}`) }))
    const columns = sql.join(Object.keys(more[0] ?? {}).map((name) => sql.ref(name)))
    for (let at = 0; at < more.length; at += 50) {
      const values = more.slice(at, at + 50).map((one) => sql`(${sql.join(Object.values(one))})`)
      await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(tx)
    }
  })
}

function rows(table: string, differs: (name: string) => Row, make: Case['make']): Case {
  return { make, table, fill: (_place, many) => copy(table, many, differs) }
}

const locking: Case['make'] = async ({ person, slug }, name) => {
  const token = await newToken(stithy.client().as(person.access), ['repo:write'])
  const headers = { 'content-type': 'application/vnd.git-lfs+json' }
  const raw = JSON.stringify({ path: name })
  return stithy.client().send('POST', `/${person.username}/${slug}/info/lfs/locks`, { token, headers, raw })
}

/** By pages, which lead on where the API says that it was made. */
const adding: Case['make'] = async ({ person }) => {
  const { cookie } = person
  const begun = await stithy.client().send('POST', '/settings/security/passkeys', { cookie, fields: { password } })
  if (begun.status !== 303) return begun
  await addPasskey(stithy, person, new Authenticator(stithy.url))
  return stithy.client('A').as(person.access).get('user/passkeys')
}

const lock = (name: string): Row => ({ path: name })
const pattern = (name: string): Row => ({ pattern: name })

const cases: Readonly<Record<Capped, Case>> = {
  'access tokens': rows(
    'access_tokens',
    (name) => ({ token_hash: `${name} ${++count}` }),
    posting('user/tokens', (name) => ({ name, scopes: ['repo:read'] })),
  ),
  'SSH keys': rows(
    'ssh_keys',
    (name) => ({ fingerprint: `${name} ${++count}` }),
    posting('user/keys', (name) => ({ key: newPublicKey(name) })),
  ),
  passkeys: rows('passkeys', (name) => ({ credential_id: `${name} ${++count}` }), adding),
  teams: {
    make: posting('teams', (name) => ({ slug: `${name}-${++count}`, name })),
    table: 'team_members',
    key: 'team_id',
    fill: ({ person }, many) =>
      inTransaction(stithy.app, async (tx) => {
        const { id } = await tx
          .selectFrom('owners')
          .select('id')
          .where('name', '=', person.username)
          .executeTakeFirstOrThrow()
        for (let at = 0; at < many; at++) {
          const team = await insertOwner(tx, 'team', parseOwnerName('slug', `team-${++count}`))
          await insertTeam(tx, team?.id ?? 0, { name: 'One of many', description: '' })
          await saveMember(tx, team?.id ?? 0, id, 'Owner')
        }
      }),
  },
  mirrors: rows(
    'repos',
    (name) => ({ slug: `${name}-${++count}`, slug_key: `${name}-${count}` }),
    posting('user/repos/import', (name) => ({
      slug: `${name}-${++count}`,
      url: `${stithy.url}/ada/source`,
      mirror: true,
    })),
  ),
  'former names': {
    make: async ({ form, person, slug }, name) => {
      const client = stithy.client(form).as(person.access)
      if (name === 'first') await client.post('teams', { slug: `team-${slug}`, name })
      const [team] = (await stithy.client('B').as(person.access).get('teams')).body.items
      return client.send('PATCH', `teams/${team.slug}`, { body: { slug: `team-${slug}-${name}` } })
    },
    table: 'owner_redirects',
    key: 'name_key',
    fill: (_place, many) =>
      inTransaction(stithy.app, async (tx) => {
        const { id } = await tx.selectFrom('teams').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
        const names = Array.from({ length: many }, () => ({
          name_key: `zz-${String(++count).padStart(6, '0')}`,
          owner_id: id,
        }))
        await tx.insertInto('owner_redirects').values(names).execute()
      }),
  },
  'deploy keys': rows(
    'deploy_keys',
    (name) => ({ fingerprint: `${name} ${++count}` }),
    posting('REPO/keys', (name) => ({ key: newPublicKey(name) })),
  ),
  labels: rows(
    'labels',
    (name) => ({ name_key: name }),
    posting('REPO/labels', (name) => ({ name, color: '#aabbcc' })),
  ),
  milestones: rows(
    'milestones',
    (name) => ({ title_key: name }),
    posting('REPO/milestones', (title) => ({ title })),
  ),
  'branch protections': rows('branch_protections', pattern, posting('REPO/branch-protections', pattern)),
  'tag protections': rows('tag_protections', pattern, posting('REPO/tag-protections', pattern)),
  'locks of one person': rows('lfs_locks', lock, locking),
  locks: {
    make: locking,
    table: 'lfs_locks',
    fill: async ({ slug }, many) => {
      const other = await newPerson(stithy, `other-${slug}`)
      await grant(stithy, slug, other, 'Developer')
      const { id } = await stithy.app.db
        .selectFrom('owners')
        .select('id')
        .where('name', '=', other.username)
        .executeTakeFirstOrThrow()
      await copy('lfs_locks', many, (name) => ({ path: name, owner_id: id }))
    },
  },
  webhooks: rows(
    'webhooks',
    () => ({}),
    posting('REPO/hooks', () => ({ url: 'http://127.0.0.1:1/' })),
  ),
  variables: rows(
    'ci_variables',
    (name) => ({ key: name }),
    posting('REPO/ci/variables', (name) => ({ key: name.toUpperCase(), value: 'x' })),
  ),
}

/** Clients of Git LFS take 409 for the lock of somebody else. */
function reasonOf(refused: Answer, table: string, form: Form): string {
  if (table === 'passkeys') return refused.text
  if (table !== 'lfs_locks') return expectFault(refused, form, 'conflict')
  return refused.status === 403 ? refused.text : `${refused.status}`
}

describe.each(forms)('in Form %s', (form) => {
  it.each(Object.keys(caps) as readonly Capped[])(
    'there is an end to %s, which says how many there can be',
    async (kind) => {
      const { make, fill, table, key = 'id' } = cases[kind]
      const name = `p${form.toLowerCase()}-${kind.toLowerCase().replaceAll(' ', '-')}`
      const person = await newPerson(stithy, name)
      const slug = `r-${name}`
      await newRepo(stithy, person, slug)
      const place = { form, person, slug }
      const first = await make(place, 'first')
      expect([200, 201], first.text).toContain(first.status)
      const { most } = caps[kind]
      await fill(place, most - 2)
      expect((await make(place, 'second')).status).toBe(first.status)
      const refused = await make(place, 'third')
      const sentence = `can have at most ${most} ${kind}`
      expect(reasonOf(refused, table, form)).toContain(sentence)
      await inTransaction(stithy.app, async (tx) => {
        const column = sql.ref(key)
        const newest = sql`select max(${column}) from ${sql.table(table)}`
        await sql`delete from ${sql.table(table)} where ${column} = (${newest})`.execute(tx)
      })
      expect((await make(place, 'fourth')).status).toBe(first.status)
    },
  )
})
