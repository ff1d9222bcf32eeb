// Pipelines in every state, in a repository of their own. Those of today really run, beside whoever looks at them; those
// of the weeks before are only told.
import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from './client.ts'
import type { Person } from './people.ts'
import { openPull } from './pulls.ts'
import { base64 } from './repos.ts'
import { itemsOf } from './shapes.ts'
import type { TestStithy } from './stithy.ts'

const graph = `version: 1
jobs:
  lint:
    steps:
      - name: Look at every file
        run: printf '\\033[32m✓\\033[0m 48 files, \\033[1mnothing\\033[0m to say\\n'
  build:
    needs: [lint]
    steps:
      - name: Heat
        run: |
          echo "heating to 1200 K"
          for i in 1 2 3; do printf '\\033[90m[%s/3]\\033[0m \\033[36mbellows\\033[0m\\n' "$i"; done
      - name: Strike
        run: |
          mkdir -p out && date > out/nail.txt
          printf '\\033[33mwarning\\033[0m: the hammer is worn\\n' >&2
    artifacts: { paths: [out/], expire_in: 30d }
  test:
    needs: [build]
    matrix: { iron: [soft, hard] }
    steps:
      - name: Bend the nail
        run: "printf '\\\\033[42m PASS \\\\033[0m 12 of 12\\\\n'"
  docs:
    needs: [lint]
    steps: [{ run: echo written }]
  publish:
    needs: [test, docs]
    manual: true
    steps: [{ name: Put it on the shelf, run: echo done }]
`

const failing = graph.replace(
  'run: echo written',
  `name: Compare with the docs, run: "echo 'src/strike.ts:3: checking'; printf '\\\\033[31merror\\\\033[0m: strike.ts:3 says \\\\033[1m<three>\\\\033[0m, the docs say two\\\\n'; exit 2"`,
)

const waiting = `version: 1
jobs:
  watch:
    steps:
      - name: Keep the fire
        run: |
          echo "the fire burns"
          sleep 600
`

export async function furnishPipelines(stithy: TestStithy, owner: Person, guest: Person): Promise<void> {
  const ada = stithy.client('B').as(owner.access)
  const bert = stithy.client('B').as(guest.access)
  const repo = 'repos/ada/smithy'
  await ada.post('user/repos', { slug: 'smithy', is_public: true, auto_init: true })
  await tellOfBefore(stithy, owner.username)
  await commit(ada, repo, { message: 'Make nails by the dozen', file: graph })
  await bert.post(`${repo}/forks`, {})
  await commit(ada, repo, { message: 'Write down how many blows', file: failing, branch: 'blows' })
  const wrong = graph.replace('needs: [lint]', 'need: [lint]')
  await commit(ada, repo, { message: 'Spell it wrong', file: wrong, branch: 'typo' })
  await commit(bert, 'repos/bert/smithy', { message: 'Nails of copper', file: waiting, branch: 'copper' })
  await openPull(bert, repo, 'copper', { title: 'Nails of copper', source_repo: 'bert/smithy' })
  await commit(ada, repo, { message: 'Keep the fire overnight', file: waiting, branch: 'fire' })
}

interface Change {
  readonly message: string
  readonly file: string
  readonly branch?: string
}

async function commit(client: Client, repo: string, { message, file, branch }: Change): Promise<void> {
  const operations = [{ action: 'create', path: '.svc-ci.yml', content: base64(file) }]
  const where = branch === undefined ? { branch: 'main' } : { branch: 'main', new_branch: branch }
  const all = { ...where, message, operations }
  const made = await client.post(`${repo}/contents`, all)
  const update = operations.map((one) => ({ ...one, action: 'update' }))
  const answer = made.status === 201 ? made : await client.post(`${repo}/contents`, { ...all, operations: update })
  if (answer.status !== 201) throw new Error(`${message}: ${answer.status} ${answer.text}`)
}

const hour = 3_600_000
const before = 28

/** What ran in the weeks before, without its log. */
async function tellOfBefore(stithy: TestStithy, owner: string): Promise<void> {
  const { body } = await stithy.client('B').get(`repos/${owner}/smithy/commits`)
  const sha = String(itemsOf(body)[0]?.['sha'])
  await inTransaction(stithy.app, async (tx) => {
    const { id: repo_id } = await tx
      .selectFrom('repos')
      .select('id')
      .where('slug', '=', 'smithy')
      .executeTakeFirstOrThrow()
    await tx.updateTable('repos').set({ last_pipeline: before }).where('id', '=', repo_id).execute()
    const rows = Array.from({ length: before }, (_, index) => {
      const number = index + 1
      const created = tx.now - (before - index) * 7 * hour
      const status =
        number % 9 === 4 ? ('failed' as const) : number === 17 ? ('canceled' as const) : ('success' as const)
      const took = 42_000 + number * 1500 + ((number * 7919) % 23) * 1100
      return {
        uuid: randomUUID(),
        repo_id,
        number,
        mode: 'easy' as const,
        status,
        trigger_event: number % 5 === 0 ? ('schedule' as const) : ('push' as const),
        ref: 'refs/heads/main',
        commit_sha: sha,
        is_trusted: 1,
        stages: '[]',
        attempts: 1,
        log_lines: 0,
        created_at: created,
        started_at: created + 900,
        finished_at: created + 900 + took,
      }
    })
    await tx.insertInto('pipelines').values(rows).execute()
  })
}
