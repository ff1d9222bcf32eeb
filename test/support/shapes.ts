// What values look like in the answers of the API.
import { expect } from 'vitest'
import type { Answer } from './client.ts'
import type { Form } from './faults.ts'

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** An id: an integer in Form A, a UUID of version 7 in Form B. */
export const anId: Record<Form, unknown> = {
  A: expect.toSatisfy((id: unknown) => Number.isInteger(id) && Number(id) > 0, 'a positive integer'),
  B: expect.stringMatching(uuid7),
}

/** ISO 8601 in UTC with milliseconds. */
export const aTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

export function keysOf(value: object): string[] {
  return Object.keys(value).toSorted()
}

/** The items of a list in either form. */
export function itemsOf(body: { readonly items?: unknown }): readonly Record<string, unknown>[] {
  return (Array.isArray(body) ? body : body.items) as readonly Record<string, unknown>[]
}

/** For requests that came at once: what they were answered, in no order. */
export function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map((answer) => answer.status).toSorted((a, b) => a - b)
}
