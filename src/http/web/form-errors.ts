import { Fault, type FaultKind } from '../../core/errors.ts'
import type { FormErrors } from './components/form-errors.tsx'
import type { PageAnswer } from './page-route.ts'

/**
 * Runs what a form asks for. What the person can mend comes back as the same form with the errors in place; anything
 * else goes on to the error page. Errors that belong to no field of the form are shown at its head.
 */
export async function orErrors(
  work: () => Promise<PageAnswer>,
  again: (errors: FormErrors, kind: FaultKind) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await work()
  } catch (error) {
    const errors = formErrors(error)
    if (errors === null || !(error instanceof Fault)) throw error
    return again(errors, error.kind)
  }
}

/** What the form that comes back is answered with. */
export function statusOf(kind: FaultKind): number {
  switch (kind) {
    case 'conflict':
    case 'overtaken':
      return 409
    case 'forbidden':
      return 403
    case 'too-large':
      return 413
    case 'unavailable':
      return 503
    default:
      return 422
  }
}

function formErrors(error: unknown): FormErrors | null {
  if (!(error instanceof Fault)) return null
  switch (error.kind) {
    case 'invalid':
    case 'conflict': {
      const entries = error.details.map(
        (detail) => [detail.field.split('.')[0] ?? '', sentence(detail.message)] as const,
      )
      return entries.length === 0 ? { form: sentence(error.message) } : Object.fromEntries(entries)
    }
    case 'unauthorized':
    case 'overtaken':
    case 'forbidden':
    case 'rate-limited':
    case 'too-large':
    case 'unavailable':
      return { form: sentence(error.message) }
    case 'malformed':
    case 'not-found':
    case 'too-slow':
    case 'unsupported':
    case 'unsatisfiable':
    case 'internal':
      return null
  }
}

/** What is said of a field ("must be shorter") becomes a sentence of its own. */
function sentence(message: string): string {
  const whole = /^(is|are|has|must|may|cannot|does|stands)\b/.test(message) ? `it ${message}` : message
  // The name of a repository or a branch stays as it is spelled.
  const text =
    /^\S+(\/| is protected\b| is a protected tag\b| would leave no room\b| exists already\b| is gone\b| has moved on\b)/.test(
      whole,
    )
      ? whole
      : whole.charAt(0).toUpperCase() + whole.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
