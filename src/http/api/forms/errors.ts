import { type TObject, Type } from 'typebox'
import type { Fault, FaultKind } from '../../../core/errors.ts'
import type { Form } from './form.ts'

const status: Record<FaultKind, Record<Form, number>> = {
  malformed: { A: 400, B: 400 },
  invalid: { A: 422, B: 400 },
  unauthorized: { A: 401, B: 401 },
  forbidden: { A: 403, B: 403 },
  'not-found': { A: 404, B: 404 },
  conflict: { A: 409, B: 409 },
  overtaken: { A: 412, B: 412 },
  'rate-limited': { A: 429, B: 429 },
  'too-large': { A: 413, B: 413 },
  'too-slow': { A: 408, B: 408 },
  unsupported: { A: 415, B: 415 },
  unsatisfiable: { A: 416, B: 416 },
  internal: { A: 500, B: 500 },
  unavailable: { A: 503, B: 503 },
}

/** Form B promises seven codes and no others; what has none of its own takes the nearest. */
const codeOfB: Record<FaultKind, string> = {
  malformed: 'validation_error',
  invalid: 'validation_error',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  'not-found': 'not_found',
  conflict: 'conflict',
  overtaken: 'conflict',
  'rate-limited': 'rate_limited',
  'too-large': 'validation_error',
  'too-slow': 'validation_error',
  unsupported: 'validation_error',
  unsatisfiable: 'validation_error',
  internal: 'internal_error',
  unavailable: 'internal_error',
}

export function statusOf(form: Form, fault: Fault): number {
  return status[fault.kind][form]
}

export function presentFault(form: Form, fault: Fault, requestId: string): object {
  const details = fault.details.length === 0 ? {} : { details: fault.details }
  if (form === 'A') return { error: fault.message, code: fault.code, ...details }
  return { error: codeOfB[fault.kind], message: fault.message, ...details, request_id: requestId }
}

const detail = Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() })

export const errorSchema: Record<Form, TObject> = {
  A: Type.Object({ error: Type.String(), code: Type.String(), details: Type.Optional(Type.Array(detail)) }),
  B: Type.Object({
    error: Type.String({ enum: [...new Set(Object.values(codeOfB))] }),
    message: Type.String(),
    details: Type.Optional(Type.Array(detail)),
    request_id: Type.String(),
  }),
}
