import type { Run } from './run.ts'

/** Whoever may not push here, or not to a protected branch, must not be able to put something where it is run there. */
export function realmOf({ pipeline, isProtected }: Run): string {
  if (pipeline.is_trusted !== 1) return `pull ${pipeline.thread_id ?? 0}`
  return isProtected ? 'protected' : 'own'
}
