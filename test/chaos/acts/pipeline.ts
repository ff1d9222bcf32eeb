// Pipelines that somebody starts: each ends once, with all that follows.
import { type Act, ask, client, count, rows, sightOf, unique } from '../world.ts'

export const pipeline: Act = async (world) => {
  if (!world.hasPipelines) return null
  const mark = unique(world)
  const { outcome } = await ask(
    world,
    client(world, 'session').post('repos/ada/built/ci/pipelines/trigger', { ref: 'main', variables: { MARK: mark } }),
  )
  if (outcome === 'refused') return null
  return {
    what: `pipeline ${mark}`,
    outcome,
    look: async () => {
      // Which one it is, nobody outside can tell where the answer was lost: all of them are looked at.
      const wrong: string[] = []
      const all = await rows(world, 'select id, uuid, status, finished_at from pipelines')
      for (const { id, uuid, status, finished_at: finished } of all) {
        const ended = await count(world, `audit where target_id = '${String(uuid)}' and event = 'PIPELINE_FINISHED'`)
        const told = await count(world, `notifications where pipeline_id = ${String(id)}`)
        const checked = await count(
          world,
          `commit_statuses where target_url like '%${String(uuid)}' and state <> 'pending'`,
        )
        const sight = finished === null ? 'it has no end' : sightOf(1, { ended, told, checked })
        if (sight !== 'whole') wrong.push(`${String(uuid)} (${String(status)}): ${sight}`)
      }
      return wrong.length === 0 ? (outcome === 'done' ? 'whole' : 'absent') : wrong.join('; ')
    },
  }
}
