import type { CgroupLimit } from './cgroup.ts'
import type { BoxLimits } from './isolation.ts'

/** For the top of a log. `held`: by the kernel for the job as a whole, or else only nearly. */
export function sayLimits(limits: BoxLimits, held: Readonly<Record<CgroupLimit, boolean>>): string {
  const nearly = (limit: CgroupLimit, how: string): string => (held[limit] ? '' : ` (${how})`)
  return [
    `${limits.memoryMb} MB of memory${nearly('memory', 'looked at ten times a second')}`,
    `${limits.cpus} ${limits.cpus === 1 ? 'processor' : 'processors'}${nearly('cpu', 'whole ones, at low priority')}`,
    `${limits.pids} processes`,
    `${limits.diskMb} MB of disk (looked at ten times a second)`,
    limits.network ? 'a network without private addresses' : 'no network',
  ].join(', ')
}
