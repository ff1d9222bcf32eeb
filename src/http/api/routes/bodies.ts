import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/errors.ts'
import { roles } from '../../../core/roles.ts'
import { intervals } from '../../../features/mirrors/mirror.ts'
import type { NewRepo } from '../../../features/repos/create-repo.ts'
import { trackerKinds } from '../../../features/trackers/tracker.ts'

/** Of a repository that is to be made, whoever will own it. */
const newRepoFields = {
  slug: Type.Optional(Type.String({ maxLength: 255, description: 'Needed: this or `name`' })),
  name: Type.Optional(Type.String({ maxLength: 255, description: 'The same as `slug`' })),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  is_public: Type.Optional(Type.Boolean({ description: 'False when absent' })),
  private: Type.Optional(Type.Boolean({ description: 'The opposite of `is_public`' })),
  default_branch: Type.Optional(Type.String({ maxLength: 255, description: '`main` when absent' })),
  auto_init: Type.Optional(Type.Boolean({ description: 'Begin with a README' })),
}

const aboutNewRepo = {
  description: 'Needs `slug`, or `name`, which means the same.',
  examples: [{ slug: 'engine', description: 'Weaves algebraical patterns' }],
}

export const newRepoBody = Type.Object(newRepoFields, aboutNewRepo)

/** Where the path does not say whose it is to be. */
export const ownedRepoBody = Type.Object(
  {
    ...newRepoFields,
    owner: Type.Optional(Type.String({ maxLength: 255, description: 'A team that you maintain; you when absent' })),
  },
  aboutNewRepo,
)

export const transferBody = Type.Object(
  {
    new_owner: Type.Optional(Type.String({ maxLength: 255, description: 'A person, or a team that you maintain' })),
    owner: Type.Optional(Type.String({ maxLength: 255, description: 'The same as `new_owner`' })),
  },
  { description: 'Needs `new_owner`, or `owner`, which means the same.', examples: [{ new_owner: 'bob' }] },
)

export function newOwnerOf({ new_owner: name, owner }: Static<typeof transferBody>): string {
  if (name !== undefined && owner !== undefined && name !== owner)
    throw invalidField('owner', 'contradiction', 'is not what new_owner says: send one of them')
  const given = name ?? owner
  if (given === undefined) throw invalidField('new_owner', 'required', 'is required')
  return given
}

export const sourceFields = {
  url: Type.String({
    maxLength: 2000,
    description: 'As one would clone it, over HTTP',
    examples: ['https://example.org/ada/engine.git'],
  }),
  username: Type.Optional(Type.String({ maxLength: 255, description: 'Where not everybody may read it' })),
  password: Type.Optional(Type.String({ maxLength: 1024, description: 'Or a token. Kept nowhere' })),
}

export const trackerField = {
  tracker: Type.Optional(
    Type.Union(
      trackerKinds.map((kind) => Type.Literal(kind)),
      {
        description:
          'Brings labels, milestones, issues and pull requests along, from the API of such a server (`gitea`: Forgejo too). The password is the token for it, and is kept sealed until all is here. Takes a Maintainer, and of tokens here `issues:write` and `pulls:write` as well',
      },
    ),
  ),
}

export const keptSourceFields = {
  ...sourceFields,
  password: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: 'Or a token. Kept sealed; for the same address the one from before where it is left out',
    }),
  ),
}

export const mirrorFields = {
  ...keptSourceFields,
  interval_minutes: Type.Optional(
    Type.Integer({
      description: `How often to look, from ${intervals.shortest}; ${intervals.usual} where it is left out`,
    }),
  ),
}

const { default_branch: _branch, auto_init: _init, ...importedFields } = ownedRepoBody.properties

export const importedRepoBody = Type.Object(
  {
    ...importedFields,
    ...sourceFields,
    ...trackerField,
    mirror: Type.Optional(Type.Boolean({ description: 'Keeps following it from then on: nobody can push here' })),
    interval_minutes: mirrorFields.interval_minutes,
  },
  { ...aboutNewRepo, examples: [{ slug: 'engine', url: 'https://example.org/ada/engine.git' }] },
)

export function newRepoOf(body: Static<typeof newRepoBody>): NewRepo {
  const slug = slugOf(body)
  if (slug === undefined) throw invalidField('slug', 'required', 'is required (or name, which means the same)')
  const [isPublic, defaultBranch, autoInit] = [isPublicOf(body), body.default_branch, body.auto_init]
  return { slug, description: body.description, isPublic, defaultBranch, autoInit }
}

/** Either word is understood; whoever sends both must mean the same. */
export function slugOf(body: { slug?: string; name?: string }): string | undefined {
  if (body.slug !== undefined && body.name !== undefined && body.slug !== body.name) {
    throw invalidField('name', 'contradiction', 'is not what slug says: send one of them')
  }
  return body.slug ?? body.name
}

export function isPublicOf(body: { is_public?: boolean; private?: boolean }): boolean | undefined {
  if (body.is_public !== undefined && body.is_public === body.private) {
    throw invalidField('private', 'contradiction', 'contradicts is_public: send one of them')
  }
  return body.is_public ?? (body.private === undefined ? undefined : !body.private)
}

export const role = Type.String({
  maxLength: 32,
  description: `One of ${roles.map((one) => `\`${one}\``).join(', ')}`,
  examples: ['Developer'],
})

export const roleBody = Type.Object({ role })
