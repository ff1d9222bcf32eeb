import { invalidField } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import { withoutEndSlashes } from '../../core/without-end-slashes.ts'

/** What is new there comes here a while later: until then it would be taken for something to be undone. */
export function refuseFollowed({ mirrorOf }: Repo, target: URL): void {
  if (mirrorOf !== null && placeOf(new URL(mirrorOf)) === placeOf(target))
    throw invalidField('url', 'followed', 'leads to what this repository follows: what is new there would be lost')
}

/** Without what may be written in several ways. */
function placeOf({ host, pathname }: URL): string {
  return `${host}${withoutEndSlashes(pathname).replace(/\.git$/i, '')}`.toLowerCase()
}
