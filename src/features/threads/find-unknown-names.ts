import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import { findMilestoneNamed } from './set-milestone.ts'

export interface FilterNames {
  readonly labels: readonly string[]
  readonly milestones: readonly string[]
  readonly people: readonly string[]
}

/** Of what a filter names, what is not there: then nothing can be found, whatever else it says. */
export async function findUnknownNames(app: Pick<App, 'db'>, repo: Repo, names: FilterNames): Promise<FilterNames> {
  const [labels, milestones, people] = await Promise.all([
    names.labels.length === 0
      ? []
      : app.db
          .selectFrom('labels')
          .select('name_key')
          .where('repo_id', '=', repo.id)
          .where('name_key', 'in', names.labels.map(nameKey))
          .execute(),
    Promise.all(names.milestones.map((title) => findMilestoneNamed(app.db, repo.id, title))),
    names.people.length === 0
      ? []
      : app.db
          .selectFrom('owners')
          .select('name_key')
          .where('name_key', 'in', names.people.map(nameKey))
          .where('kind', '=', 'user')
          .execute(),
  ])
  return {
    labels: without(names.labels, labels),
    milestones: names.milestones.filter((_title, at) => milestones[at] === null),
    people: without(names.people, people),
  }
}

function without(names: readonly string[], found: readonly { readonly name_key: string }[]): readonly string[] {
  const keys = new Set(found.map(({ name_key: key }) => key))
  return names.filter((name) => !keys.has(nameKey(name)))
}
