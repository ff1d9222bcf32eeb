import { readdir, readFile, readlink, stat } from 'node:fs/promises'

/** Everything that a process has started, however deep, itself left out. Reads what the kernel says at the moment. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const found: number[] = []
  let layer = [pid]
  while (layer.length > 0) {
    layer = (await Promise.all(layer.map(childrenOf))).flat()
    found.push(...layer)
  }
  return found
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').flatMap((word) => (word.trim() === '' ? [] : Number(word))))
}

export function signalAll(pids: readonly number[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // Gone already.
    }
  }
}

/** When it was started, in the kernel's own count: a number that is used again has another. Null: it is gone. */
export async function bornAt(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Behind the name, which may have anything in it.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

const page = 4096

/** Memory that they have for themselves. Shared memory is left out: it would be counted once for each. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => ''))
        .split(' ')
        .map(Number)
      return Math.max(0, resident - shared) * page
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Room on disk of files that are deleted but still open: no walk through folders finds them. */
export async function deletedBytesOf(pids: readonly number[]): Promise<number> {
  const sizes = new Map<string, number>()
  for (const pid of pids) {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const file = `/proc/${pid}/fd/${fd}`
      if (!(await readlink(file).catch(() => '')).endsWith(' (deleted)')) continue
      const info = await stat(file).catch(() => null)
      if (info?.isFile() === true && info.nlink === 0) sizes.set(`${info.dev}:${info.ino}`, info.blocks * 512)
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}
