// Before the first test of a run: processes, threads and pages of the tests come from the build.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export function setup(): void {
  execFileSync(join(import.meta.dirname, '../../script/build'), { stdio: ['ignore', 'ignore', 'inherit'] })
}
