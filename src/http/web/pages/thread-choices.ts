import type { App } from '../../../app.ts'
import type { Actor } from '../../../core/actor.ts'
import type { RepoRef } from '../../../core/repo.ts'
import { listChoices } from '../../../features/threads/list-choices.ts'
import { type Choosable, listChoosable } from '../../../features/threads/list-choosable.ts'
import type { OfferedPerson } from '../components/people-picker.tsx'
import type { FormFields } from '../form-fields.ts'
import type { ThreadKind } from '../thread-query.ts'
import type { ChosenValues } from '../views/new-thread-choices.tsx'
import type { ThreadChoices } from '../views/thread-side.tsx'

interface Call {
  readonly app: App
  readonly actor: Actor
  readonly ref: RepoRef
  readonly chrome: { readonly viewer: { readonly username: string } | null }
}

/** As many as can be looked through; all others are found by typing. */
const mostPeople = 20

/** What a thread can be given, to choose from. */
export async function choicesOf(call: Call, kind: ThreadKind): Promise<ThreadChoices> {
  const { app, actor, ref, chrome } = call
  const [{ labels, hasMoreLabels, milestones }, people] = await Promise.all([
    listChoices(app, actor, { ...ref, kind }),
    offeredPeople(call, kind),
  ])
  return {
    labels,
    moreLabelsAt: hasMoreLabels ? suggestAt(ref, kind, 'label') : null,
    milestones: milestones.map(({ title }) => title),
    people,
    peopleAt: suggestAt(ref, kind, 'person'),
    viewer: chrome.viewer?.username ?? '',
  }
}

export async function offeredPeople(
  { app, actor, ref }: Pick<Call, 'app' | 'actor' | 'ref'>,
  kind: ThreadKind,
): Promise<readonly OfferedPerson[]> {
  return (await listChoosable(app, actor, { ...ref, kind }, { text: '', most: mostPeople })).map(offered)
}

function offered({ username, fullName }: Choosable): OfferedPerson {
  return { username, note: fullName }
}

export function suggestAt({ owner, repo }: RepoRef, kind: ThreadKind, what: 'label' | 'person'): string {
  return `/${owner}/${repo}/suggest?${new URLSearchParams({ for: what, of: kind }).toString()}`
}

const mostNames = 50

/** Who was ticked, and who was typed besides. */
export function pickedPeople(form: FormFields, name: 'assignee' | 'reviewer'): readonly string[] {
  const typed = form.text(`${name}s`).split(/[\s,]+/)
  const all = [...form.all(name), ...typed].map((one) => one.trim().replace(/^@/, ''))
  return [...new Set(all.filter((one) => one !== ''))].slice(0, mostNames)
}

export function pickedLabels(form: FormFields): readonly string[] {
  const typed = form.text('labels').split(',')
  return [...new Set([...form.all('label'), ...typed].map((one) => one.trim()).filter((one) => one !== ''))]
}

/** As a form for a new thread sends them. */
export function typedChoices(form: FormFields): ChosenValues {
  return {
    labels: pickedLabels(form),
    assignees: form.all('assignee'),
    assigneesTyped: form.text('assignees'),
    milestone: form.text('milestone'),
  }
}

/** What a new thread is to be given. Of those who may not choose, the form asks for nothing. */
export function chosenIn(form: FormFields) {
  const milestone = form.text('milestone')
  return {
    labels: pickedLabels(form),
    assignees: pickedPeople(form, 'assignee'),
    milestone: milestone === '' ? null : milestone,
  }
}

export const nothingChosen: ChosenValues = { labels: [], assignees: [], assigneesTyped: '', milestone: '' }
