import { Fault, invalidField } from '../../core/errors.ts'
import { parseOwnerName, type Slug } from '../../core/slug.ts'
import type { Team } from '../../core/team.ts'
import { parseTitle } from '../../core/title.ts'
import { parseDescription } from '../repos/parse-description.ts'

export interface TeamInput {
  readonly slug?: string | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
}

export interface TeamValues {
  readonly slug: Slug
  readonly name: string
  readonly description: string
}

/** Without a slug the name is the slug, to the letter: nothing is made up from it. */
export function parseNewTeam(input: TeamInput): TeamValues {
  const slug = parseOwnerName(input.slug === undefined ? 'name' : 'slug', input.slug ?? input.name ?? '')
  const name = input.name === undefined || input.name.trim() === '' ? slug : parseName(input.name)
  return { slug, name, description: parseDescription(input.description ?? '') }
}

export interface TeamChanges {
  /** Null: it stays. */
  readonly slug: Slug | null
  readonly name: string
  readonly description: string
}

/**
 * What is absent stays. A team that is called by its slug goes on so: the slug takes the name along, and a new name that
 * can be a slug becomes it. One with a name of its own changes each by itself.
 */
export function parseTeamChanges(team: Team, input: TeamInput): TeamChanges {
  const isCalledBySlug = team.name === team.slug
  const given = input.name === undefined ? undefined : parseName(input.name)
  const asSlug = isCalledBySlug && given !== undefined ? slugOrNull(given) : null
  const slug = input.slug === undefined ? asSlug : parseOwnerName('slug', input.slug)
  const description = input.description === undefined ? team.description : parseDescription(input.description)
  return { slug, name: given ?? (isCalledBySlug ? (slug ?? team.slug) : team.name), description }
}

/** It is for people, but what would climb out of a folder is nobody's name. */
function parseName(text: string): string {
  const name = parseTitle('name', text)
  if (['..', '/', '\\'].some((part) => name.includes(part))) {
    throw invalidField('name', 'format', 'must not contain "..", "/" or "\\"')
  }
  return name
}

function slugOrNull(name: string): Slug | null {
  try {
    return parseOwnerName('name', name)
  } catch (error) {
    if (error instanceof Fault && error.code !== 'NAME_RESERVED') return null
    throw error
  }
}
