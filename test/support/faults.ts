// What the two forms say when something goes wrong, as the specification has it and not as the code does.
import { expect } from 'vitest'
import type { Answer } from './client.ts'
import { thorough } from './thorough.ts'

const everyForm = ['A', 'B'] as const
export type Form = (typeof everyForm)[number]
/** What an answer looks like is no business of the database: the second one hears the same in one of them. */
export const forms: readonly Form[] = thorough || process.env['STITHY_TEST_DB'] !== 'postgres' ? everyForm : ['B']

interface Said {
  readonly status: number
  /** `code` in Form A, `error` in Form B. */
  readonly code: string
}

const faults = {
  malformed: both(400, 'VALIDATION_FAILED', 'validation_error'),
  invalid: { A: { status: 422, code: 'VALIDATION_FAILED' }, B: { status: 400, code: 'validation_error' } },
  unauthorized: both(401, 'UNAUTHORIZED', 'unauthorized'),
  forbidden: both(403, 'FORBIDDEN', 'forbidden'),
  missing: both(404, 'NOT_FOUND', 'not_found'),
  conflict: both(409, 'CONFLICT', 'conflict'),
  overtaken: both(412, 'PRECONDITION_FAILED', 'conflict'),
  'too-large': both(413, 'PAYLOAD_TOO_LARGE', 'validation_error'),
  'rate-limited': both(429, 'RATE_LIMITED', 'rate_limited'),
  internal: both(500, 'INTERNAL_ERROR', 'internal_error'),
} as const satisfies Record<string, Record<Form, Said>>

export type FaultKind = keyof typeof faults

export interface FaultExpected {
  /** Where Form A has a more precise code than the kind's own. */
  readonly codeOfA?: string
  /** `field: code` of every detail, in order; none when absent. */
  readonly details?: readonly string[]
}

/** Exactly this failure: status, key set, code and details. Returns the message, which both forms carry. */
export function expectFault(answer: Answer, form: Form, kind: FaultKind, expected: FaultExpected = {}): string {
  const said = faults[kind][form]
  expect(answer.status, answer.text).toBe(said.status)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-api-form')).toBe(form)
  const details = expected.details === undefined ? [] : ['details']
  const keys = form === 'A' ? ['code', 'error'] : ['error', 'message', 'request_id']
  expect(Object.keys(answer.body).toSorted()).toEqual([...details, ...keys].toSorted())
  const code = form === 'A' ? (expected.codeOfA ?? said.code) : said.code
  expect(form === 'A' ? answer.body.code : answer.body.error).toBe(code)
  if (form === 'B') expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
  if (expected.details !== undefined) expect(detailsOf(answer)).toEqual(expected.details)
  const message: unknown = form === 'A' ? answer.body.error : answer.body.message
  expect(message).toEqual(expect.stringMatching(/\S/))
  return String(message)
}

function detailsOf(answer: Answer): string[] {
  const details: readonly Record<string, unknown>[] = answer.body.details
  for (const detail of details) {
    expect(Object.keys(detail).toSorted()).toEqual(['code', 'field', 'message'])
    expect(detail['message']).toEqual(expect.stringMatching(/\S/))
  }
  return details.map((detail) => `${String(detail['field'])}: ${String(detail['code'])}`)
}

function both(status: number, codeOfA: string, codeOfB: string): Record<Form, Said> {
  return { A: { status, code: codeOfA }, B: { status, code: codeOfB } }
}
