import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The hook that git calls before refs move. It starts no runtime: it sends what git tells it over descriptor 3, which
 * it has from us through git, hears our verdict on the same, and passes that on. Of a few refs the shell itself passes each
 * on, which is quicker than to start another program; it would be slow with many.
 */
const preReceive = `#!/bin/sh
refs=0
while [ $refs -lt 8 ] && IFS= read -r line; do
  printf '%s\\n' "$line" >&3
  refs=$((refs + 1))
done
[ $refs -lt 8 ] || cat >&3
printf 'quarantine %s\\nend\\n' "$GIT_QUARANTINE_PATH" >&3
IFS= read -r verdict <&3
[ "$verdict" = ok ] && exit 0
printf '%s\\n' "$verdict" >&2
exit 1
`

/**
 * Asked instead of git to move refs, of a push with many of them. Git and we speak with each other through it; a `&` alone
 * would take its input away.
 */
const procReceive = `#!/bin/sh
exec 5<&0
cat <&5 >&3 &
exec cat <&3
`

/** A process of an older version beside this one speaks with its own hooks in another way. */
const version = '2'

/** Writes our hooks where receive-pack finds them; what a repository holds under hooks/ never runs. */
export function writeHooks(dataDir: string): string {
  const folder = join(dataDir, 'hooks', version)
  mkdirSync(folder, { recursive: true })
  writeHook(join(folder, 'pre-receive'), preReceive)
  writeHook(join(folder, 'proc-receive'), procReceive)
  return folder
}

function writeHook(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, text)
  chmodSync(draft, 0o755)
  renameSync(draft, file)
}
