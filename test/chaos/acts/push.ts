// Pushes over HTTP and SSH, each lane to a branch of its own.
import { git, tryGit } from '../../support/git.ts'
import { sshUrl, tryGitSsh } from '../../support/ssh.ts'
import { type Act, type Claim, count, type Lane, sightOf, unique, type World } from '../world.ts'

const noSha = '0'.repeat(40)

export const push: Act = (world) => onFreeLane(world, pushFrom)

/** On one of the lanes, if nobody is on it. */
export async function onFreeLane(
  world: World,
  act: (world: World, lane: Lane) => Promise<Claim | null>,
): Promise<Claim | null> {
  const lane = world.random.pick(world.lanes)
  if (lane.busy) return null
  lane.busy = true
  try {
    return await act(world, lane)
  } finally {
    lane.busy = false
  }
}

async function pushFrom(world: World, { branch, tree }: Lane): Promise<Claim | null> {
  const ref = `refs/heads/${branch}`
  await git(tree, 'commit', '-q', '--allow-empty', '-m', `Push ${unique(world)}`)
  const after = await git(tree, 'rev-parse', 'HEAD')
  const { code, stderr } = await send(world, tree, [`HEAD:refs/heads/${branch}`])
  const isRefused = stderr.includes('[remote rejected]') || stderr.includes('[rejected]')
  // A ref that somebody is about to let go of, or a disk that was failed on purpose: tried again by the next push.
  if (code !== 0 && isRefused && /hook declined|failed to update|unpacker error/.test(stderr)) return null
  if (code !== 0 && isRefused) world.surprises.push(`a push was refused: ${stderr.slice(-300)}`)
  return {
    what: `push of ${after} to ${branch}`,
    outcome: code === 0 ? 'done' : 'unknown',
    look: async () => {
      const tip = (await tryGit(world.work, 'rev-parse', '--verify', '-q', ref)).stdout.trim() || noSha
      const isThere = tip !== noSha && (await tryGit(world.work, 'merge-base', '--is-ancestor', after, tip)).code === 0
      // A push that took the commit along has told of it by its own end.
      const told = await count(
        world,
        `hook_deliveries where event = 'push' and source like '%"ref":"${ref}"%' and source like '%"after":"${after}"%'`,
      )
      // Forks have it too.
      const known = await count(
        world,
        `refs join repos on repos.id = repo_id where repos.slug = 'work' and name = '${ref}' and sha = '${tip}'`,
      )
      if (tip !== noSha && known !== 1) return `git has ${tip}, and the database does not`
      if (tip !== after) return isThere ? (told <= 1 ? 'whole' : `told ${told} times`) : sightOf(0, { told })
      return sightOf(1, { told })
    },
  }
}

/** Over HTTP, sometimes over SSH, to a replica that is alive. */
export async function send(
  world: World,
  tree: string,
  refs: readonly string[],
  ...options: readonly string[]
): Promise<{ code: number; stderr: string }> {
  const alive = world.replicas.filter((one) => one.isAlive)
  const at = alive.length === 0 ? world.replicas[0] : world.random.pick(alive)
  if (at === undefined) return { code: 1, stderr: '' }
  if (world.random.chance(0.3)) {
    const address = sshUrl({ sshPort: at.sshPort }, 'ada/work')
    return tryGitSsh(world.key, tree, 'push', ...options, address, ...refs)
  }
  const address = `http://x:${world.tokens.ada}@127.0.0.1:${at.port}/ada/work`
  return tryGit(tree, 'push', ...options, address, ...refs)
}
