/** How long this thread has been at work: what others do on the same machine does not count. */
export function busyMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
