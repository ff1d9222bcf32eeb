// Where the files of a program behind script/ go, and that they go.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RunFolder {
  remove(): Promise<void>
}

/**
 * From now on `tmpdir()` is a folder of this run alone. However the run ends, by Ctrl-C or killed outright, nothing stays
 * behind: a process of its own waits until we close its input or are gone, and removes the folder with the file systems
 * that are mounted in it. What was started may still write for a moment, so it tries more than once.
 */
export function useRunFolder(name: string): RunFolder {
  const folder = mkdtempSync(join(tmpdir(), `stithy-${name}-`))
  // PostgreSQL runs as another user and has to find its own folder in it; every other one in it is private.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  const script = `cat
    for try in 1 2 3 4 5 6 7 8 9 10; do
      for disk in "$1"/*/disk; do umount -l "$disk"; done
      rm -rf "$1" && break
      sleep 0.5
    done`
  const watch = spawn('sh', ['-c', script, 'sh', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  watch.unref()
  return {
    remove: async () => {
      watch.ref()
      watch.stdin.end()
      await once(watch, 'exit')
    },
  }
}
