import { type TObject, type TProperties, Type } from 'typebox'
import type { Config } from '../../../config.ts'

/** The two published forms of the API. Everything that differs between them lives in this folder. */
export type Form = 'A' | 'B'

export const forms: readonly Form[] = ['A', 'B']

export function parseForm(text: string): Form | null {
  const upper = text.toUpperCase()
  return upper === 'A' || upper === 'B' ? upper : null
}

export interface PresentContext {
  readonly config: Config
}

/** How one form shows one kind of thing: the fields it has, and how they are filled. */
export interface Presenter<T> {
  readonly schema: TObject
  present(value: T, context: PresentContext): object
  readonly long?: LongList<T>
}

/** A list that can be so long that it is written a little at a time. It is the last field, and `present` leaves it empty. */
interface LongList<T> {
  readonly item: TObject
  items(value: T): Iterable<object>
}

export type Presentation<T> = Readonly<Record<Form, Presenter<T>>>

interface Identity {
  readonly id: number
  readonly uuid: string
}

export const idSchema: Record<Form, TProperties[string]> = {
  A: Type.Integer({ description: 'Identifier' }),
  B: Type.String({ format: 'uuid', description: 'Identifier (UUID, version 7)' }),
}

export function idIn(form: Form, value: Identity): number | string {
  return form === 'A' ? value.id : value.uuid
}

/** For the many things whose forms differ in nothing but the kind of id. */
export function sameInBoth<T extends Identity>(
  fields: TProperties,
  present: (value: T, context: PresentContext) => object,
): Presentation<T> {
  const make = (form: Form): Presenter<T> => ({
    schema: Type.Object({ id: idSchema[form], ...fields }),
    present: (value, context) => ({ id: idIn(form, value), ...present(value, context) }),
  })
  return { A: make('A'), B: make('B') }
}

/** For answers that have no id of their own and are the same in both forms. */
export function plain<T>(
  fields: TProperties,
  present: (value: T, context: PresentContext) => object,
  long?: LongList<T>,
): Presentation<T> {
  const presenter: Presenter<T> = { schema: Type.Object(fields), present, ...(long === undefined ? {} : { long }) }
  return { A: presenter, B: presenter }
}

export const timestamp = Type.String({ format: 'date-time' })
export const maybeTimestamp = Type.Union([timestamp, Type.Null()])
export const maybeName = Type.Union([Type.String(), Type.Null()], {
  description: 'A username; null when the account is gone',
})
export const maybeText = Type.Union([Type.String(), Type.Null()])

/** Of what was written on another server, and of nothing else. */
export const authorElsewhere = Type.Optional(
  Type.String({ description: 'Who wrote it on the server that it was imported from; `author` is null then' }),
)
export const importedFrom = Type.Optional(
  Type.String({ format: 'uri', description: 'Its address on the server that it was imported from' }),
)

export function fromElsewhere(elsewhere: { readonly author: string | null; readonly url?: string } | null): object {
  if (elsewhere === null) return {}
  return {
    ...(elsewhere.author === null ? {} : { author_elsewhere: elsewhere.author }),
    ...(elsewhere.url === undefined ? {} : { imported_from: elsewhere.url }),
  }
}
