// What somebody who moves here does first: all refs of a repository in one push; and all of them gone again. Over SSH,
// because over HTTP git's own client seems to need most of the time for ten thousand refs.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { git, newKey, sshCommand } from './support/git-client.ts'
import { findSshd, startSshd } from './support/sshd.ts'
import { addSshKey, newRepo, newSite } from './support/stithy.ts'

export const name = 'many-refs'
export const against = 'OpenSSH'

export async function run({ short }: Options): Promise<readonly Figure[]> {
  if (findSshd() === null) {
    console.error('skipped: there is no sshd to compare with (Debian: apt-get install openssh-server)')
    return []
  }
  const count = short ? 1000 : 10_000
  const site = await newSite()
  try {
    const tree = await makeRefs(site.folder, count)
    const stithy = await site.start()
    await newRepo(stithy, 'refs')
    const key = newKey(site.folder)
    await addSshKey(stithy, key.line)
    await git(tree, 'config', 'core.sshCommand', sshCommand(key))
    const served = join(site.folder, 'refs.git')
    execFileSync('git', ['init', '-q', '--bare', served])
    // What is answered for has to be on disk on either side.
    await git(served, 'config', 'core.fsync', 'all')
    const sshd = await startSshd(site.folder, key)
    const ours = `ssh://git@127.0.0.1:${site.sshPort}/ada/refs.git`
    const theirs = `ssh://${sshd.user}@127.0.0.1:${sshd.port}${served}`
    for (const url of [ours, theirs]) await git(tree, 'push', '-q', url, 'main')
    const seen = await compare(
      short ? 3 : 2,
      () => comeAndGo(tree, ours),
      () => comeAndGo(tree, theirs),
    )
    await sshd.stop()
    await stithy.stop()
    const target = { of: 'ratio', atMost: 0.5 } as const
    return [
      figure(seen, 'came', { what: `${count} new refs in one push`, unit: 'ms', target }),
      figure(seen, 'went', { what: `${count} refs deleted in one push`, unit: 'ms', target }),
    ]
  } finally {
    site.remove()
  }
}

async function comeAndGo(tree: string, url: string): Promise<Round> {
  const timed = async (refs: string): Promise<number> => {
    const began = performance.now()
    await git(tree, 'push', '-q', '--prune', url, refs)
    return performance.now() - began
  }
  const came = await timed('refs/many/*:refs/heads/many/*')
  return { came, went: await timed('refs/none/*:refs/heads/many/*') }
}

async function makeRefs(parent: string, count: number): Promise<string> {
  const folder = join(parent, 'many')
  mkdirSync(folder)
  await git(folder, 'init', '-q', '-b', 'main')
  await git(folder, 'commit', '-q', '--allow-empty', '-m', 'One')
  const lines = Array.from({ length: count }, (_, at) => `create refs/many/branch-${at} refs/heads/main\n`)
  const options = { cwd: folder, input: lines.join('') }
  execFileSync('git', ['-c', 'core.fsync=none', 'update-ref', '--stdin'], options)
  await git(folder, 'pack-refs', '--all')
  return folder
}
