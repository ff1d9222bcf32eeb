// Many new tags in one push: they move together, by another way than a few do.
import { git, tryGit } from '../../support/git.ts'
import { type Act, type Claim, count, type Lane, sightOf, unique, type World } from '../world.ts'
import { onFreeLane, send } from './push.ts'

const tags = 40

export const pushMany: Act = (world) => onFreeLane(world, pushTags)

async function pushTags(world: World, { tree }: Lane): Promise<Claim | null> {
  const family = `refs/tags/many-${unique(world)}`
  await git(tree, 'commit', '-q', '--allow-empty', '-m', family)
  const sha = await git(tree, 'rev-parse', 'HEAD')
  const refs = Array.from({ length: tags }, (_one, index) => `HEAD:${family}/${index}`)
  const atomic = world.random.chance(0.3) ? ['--atomic'] : []
  const { code, stderr } = await send(world, tree, refs, ...atomic)
  // A disk that was failed on purpose refuses some of them, or all.
  const isExcused = /hook declined|failed to update|unpacker error|atomic push failed/.test(stderr)
  if (code !== 0 && !isExcused && stderr.includes('rejected]')) {
    world.surprises.push(`a push of many was refused: ${stderr.slice(-300)}`)
  }
  return {
    what: `push of ${tags} tags ${family}`,
    outcome: code === 0 ? 'done' : 'unknown',
    look: async () => {
      const listed = (await tryGit(world.work, 'for-each-ref', '--format=%(objectname)', family)).stdout.split('\n')
      const moved = listed.filter((line) => line === sha).length
      const known = await count(
        world,
        `refs join repos on repos.id = repo_id where repos.slug = 'work' and name like '${family}/%' and sha = '${sha}'`,
      )
      const told = await count(
        world,
        `hook_deliveries where event = 'push' and source like '%"ref":"${family}/%' and source like '%"after":"${sha}"%'`,
      )
      // Without an acknowledgement some may be there and others not, each of them whole.
      return sightOf(code === 0 ? tags : moved, { moved, known, told })
    },
  }
}
