import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The hook that git calls before refs move. It starts no runtime: it sends what git tells it over descriptor 3, which
 * it has from us through git, waits for our verdict on descriptor 4, and passes that on.
 */
const preReceive = `#!/bin/sh
{ cat && printf 'quarantine %s\\nend\\n' "$GIT_QUARANTINE_PATH"; } >&3
IFS= read -r verdict <&4
[ "$verdict" = ok ] && exit 0
printf '%s\\n' "$verdict" >&2
exit 1
`

/** Writes our hooks where receive-pack finds them; what a repository holds under hooks/ never runs. */
export function writeHooks(dataDir: string): string {
  const folder = join(dataDir, 'hooks')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'pre-receive')
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, preReceive)
  chmodSync(draft, 0o755)
  renameSync(draft, file)
  return folder
}
