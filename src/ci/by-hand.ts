interface Job {
  readonly name: string
  readonly needs: readonly string[]
  readonly isManual: boolean
}

/** Jobs that run only when somebody says so, and all that need one of them. `jobs`: each behind those that it needs. */
export function waitingForHand(jobs: readonly Job[]): ReadonlySet<string> {
  const waiting = new Set<string>()
  for (const { name, needs, isManual } of jobs) {
    if (isManual || needs.some((need) => waiting.has(need))) waiting.add(name)
  }
  return waiting
}

/** A job that somebody runs by itself, and what follows it: all that need it, but not what waits for another hand. */
export function withFollowers(jobs: readonly Job[], first: string): readonly string[] {
  const waiting = waitingForHand(jobs)
  const running = new Set([first])
  for (const { name, needs, isManual } of jobs) {
    const isFree = !isManual && needs.every((need) => running.has(need) || !waiting.has(need))
    if (isFree && needs.some((need) => running.has(need))) running.add(name)
  }
  return [...running]
}
