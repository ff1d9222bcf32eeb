import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { alreadyExists, notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { lockThreads } from '../threads/keep-thread.ts'
import type { Label } from './label.ts'
import { type LabelInput, parseLabel } from './label-input.ts'
import { countLabels, deleteLabelRow, findLabel, insertLabel, saveLabel, takeOff } from './store.ts'

const need = { role: 'Developer', scope: 'issues:write' } as const
/** Each batch is a transaction of its own: others get their turn in between. */
const atOnce = 500

export async function createLabel(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef,
  input: LabelInput,
): Promise<Label> {
  const repo = await requireRepo(app, actor, ref, need)
  const values = parseLabel(input, null)
  return inTransaction(app, async (tx) => {
    requirePlaceFor('labels', await countLabels(tx, repo.id))
    const label = await insertLabel(tx, repo.id, values)
    if (label === null) throw taken(values.name)
    return label
  })
}

/** Threads keep it, by whatever name it has. */
export async function updateLabel(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef & { readonly label: string },
  input: LabelInput,
): Promise<Label> {
  const repo = await requireRepo(app, actor, ref, need)
  const known = await requireLabel(app.db, repo.id, ref.label)
  return inTransaction(app, async (tx) => {
    await lockThreads(tx, repo.id)
    const label = await requireLabel(tx, repo.id, known.uuid)
    const values = parseLabel(input, label)
    const other = await findLabel(tx, repo.id, values.name)
    if (other !== null && other.id !== label.id) throw taken(values.name)
    await saveLabel(tx, label.id, values)
    return { ...label, ...values }
  })
}

/** Threads that have it lose it. */
export async function deleteLabel(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef & { readonly label: string },
): Promise<void> {
  const repo = await requireRepo(app, actor, ref, need)
  const { id } = await requireLabel(app.db, repo.id, ref.label)
  const takeSome = () =>
    inTransaction(app, async (tx) => {
      await lockThreads(tx, repo.id)
      return takeOff(tx, id, atOnce)
    })
  while (await takeSome());
  await inTransaction(app, async (tx) => {
    await lockThreads(tx, repo.id)
    if (!(await deleteLabelRow(tx, id))) throw notFound('LABEL')
  })
}

export async function requireLabel(reader: Reader, repoId: number, key: string): Promise<Label> {
  const label = await findLabel(reader, repoId, key)
  if (label === null) throw notFound('LABEL')
  return label
}

function taken(name: string): Error {
  return alreadyExists('LABEL', 'name', `there is a label "${name}" already`)
}
