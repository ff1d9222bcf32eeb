/** For every git that we start: no configuration of the machine or of a person counts, and what we write is on disk. */
export const gitSettings = [
  'safe.directory=*',
  'core.fsync=all',
  'core.fsmonitor=false',
  // Larger blobs are streamed, not held in memory, and not compared line by line.
  'core.bigFileThreshold=32m',
  'core.quotePath=false',
  'core.logAllRefUpdates=false',
  // Two that move one ref at once: the second waits for the first to be on disk, and hears what it is then.
  'core.filesRefLockTimeout=2000',
  'core.hooksPath=/dev/null',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'protocol.file.allow=always',
  'uploadpack.allowFilter=true',
  'diff.renameLimit=1000',
].flatMap((setting) => ['-c', setting])

export const gitEnv: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_ATTR_NOSYSTEM: '1',
  HOME: '/nonexistent',
  LC_ALL: 'C.UTF-8',
}
