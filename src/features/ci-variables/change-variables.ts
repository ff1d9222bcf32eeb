import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { alreadyExists, conflict, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import type { OpenPlace } from './open-place.ts'
import { parseVariable, type VariableInput } from './parse-variable.ts'
import { allVariables, deleteVariable, findVariable, insertVariable, saveVariable } from './store.ts'
import type { ListedVariable, Variable } from './variable.ts'

type Needs = Pick<App, 'db' | 'keys'>

/** Every shape of every secret is looked for in every byte of a log. */
const mostSecretBytes = 128 * 1024

export async function addVariable(
  app: Needs,
  actor: Actor,
  open: OpenPlace,
  input: VariableInput,
): Promise<ListedVariable> {
  const values = { ...parseVariable(input, null), sealKey: app.keys.seal }
  return inTransaction(app, async (tx) => {
    await open.hold(tx)
    const added = await insertVariable(tx, open.place, values)
    if (added === null) throw taken(values.key)
    await requireRoom(tx, open)
    await record(app, tx, actor, { event: 'VARIABLE_CREATED', ...about(open, added) })
    return { ...added, isOverridden: false }
  })
}

export async function changeVariable(
  app: Needs,
  actor: Actor,
  open: OpenPlace,
  { id, changes }: { readonly id: RecordId; readonly changes: VariableInput },
): Promise<ListedVariable> {
  return inTransaction(app, async (tx) => {
    await open.hold(tx)
    const before = await requireVariable(tx, open, id)
    const values = { ...parseVariable(changes, before), sealKey: app.keys.seal }
    const isTaken = (await allVariables(tx, open.place)).some((one) => one.key === values.key && one.id !== before.id)
    if (isTaken) throw taken(values.key)
    const after = await saveVariable(tx, before, values)
    await requireRoom(tx, open)
    const renamed = before.key === after.key ? {} : { from: before.key }
    const facts = about(open, after)
    const metadata = { ...facts.metadata, ...renamed, value_changed: values.value !== null }
    await record(app, tx, actor, { event: 'VARIABLE_CHANGED', ...facts, metadata })
    return { ...after, isOverridden: false }
  })
}

export async function removeVariable(app: Needs, actor: Actor, open: OpenPlace, id: RecordId): Promise<Variable> {
  return inTransaction(app, async (tx) => {
    await open.hold(tx)
    const gone = await requireVariable(tx, open, id)
    await deleteVariable(tx, gone.id)
    await record(app, tx, actor, { event: 'VARIABLE_DELETED', ...about(open, gone) })
    return gone
  })
}

export async function requireVariable(reader: Reader, { place }: OpenPlace, id: RecordId): Promise<Variable> {
  const variable = await findVariable(reader, place, id)
  if (variable === null) throw notFound('VARIABLE')
  return variable
}

async function requireRoom(tx: Tx, { place }: OpenPlace): Promise<void> {
  const all = await allVariables(tx, place)
  // The new one is among them.
  requirePlaceFor('variables', all.length - 1)
  const bytes = all.reduce((sum, one) => sum + (one.isSecret ? one.size : 0), 0)
  if (bytes > mostSecretBytes) throw conflict(`All secrets together may have at most ${mostSecretBytes} bytes`)
}

function taken(key: string): Error {
  return alreadyExists('VARIABLE', 'key', `${key} exists already`)
}

/** Never the value, secret or not. */
function about(open: OpenPlace, one: Variable) {
  return {
    target: { type: 'variable', id: one.uuid, name: one.key },
    metadata: { [one.scope]: open.name, secret: one.isSecret, protected_only: one.protectedOnly },
  }
}
