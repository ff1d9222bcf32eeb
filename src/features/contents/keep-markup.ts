import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import type { RepoDir } from '../../git/run-git.ts'

const tryAgainMs = 10 * 60 * 1000

/**
 * What the Markdown threads make of a text, kept by what it says. Null where it takes too long, which is kept for some
 * minutes, and where too many others ask, which is not: one who floods the threads must not decide what others see.
 */
export async function keepMarkup<T extends string | readonly string[]>(
  app: Pick<App, 'clock' | 'kept'>,
  dir: RepoDir,
  question: readonly (string | number | null)[],
  make: () => Promise<T | null>,
): Promise<T | null> {
  const attempt = Math.floor(app.clock.now() / tryAgainMs)
  const kind = { attempt, isWhole: ({ html }: Made<T>) => html !== null, sizeOf }
  try {
    const made = await app.kept.ofWhole<Made<T>>(dir, question, kind, async () => ({ html: await make() }))
    return made.html
  } catch (error) {
    if (error instanceof Fault && error.kind === 'unavailable') return null
    throw error
  }
}

interface Made<T> {
  readonly html: T | null
}

function sizeOf({ html }: Made<string | readonly string[]>): number {
  if (html === null || typeof html === 'string') return html?.length ?? 0
  return html.reduce((sum, line) => sum + line.length + 40, 0)
}
