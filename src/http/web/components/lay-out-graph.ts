export interface GraphCommit {
  readonly sha: string
  readonly parents: readonly string[]
}

export interface GraphRow {
  /** Where its dot stands. */
  readonly lane: number
  readonly isMerge: boolean
  /** Lines from this row to the next: from which lane to which. */
  readonly lines: readonly { readonly from: number; readonly to: number; readonly colour: number }[]
}

export interface Graph {
  readonly rows: readonly GraphRow[]
  readonly lanes: number
}

/** More would leave no room for words: what is further right shares the last. */
const mostLanes = 14

/**
 * Which lane each commit of a page stands in, newest first. A lane waits for the parent of what it has shown; a branch
 * takes the first that is free and gives it back where it was begun. What a page before waited for is not known.
 */
export function layOutGraph(commits: readonly GraphCommit[]): Graph {
  const waiting: (string | null)[] = []
  const rows: GraphRow[] = []
  let lanes = 1
  for (const { sha, parents } of commits) {
    const lane = laneFor(waiting, sha)
    const through = waiting.flatMap((one, at) =>
      one === null || at === lane ? [] : [{ from: at, to: at, colour: at }],
    )
    waiting[lane] = null
    // A parent that another lane waits for already is reached there: no two lanes ever wait for the same.
    const own = parents.map((parent, at) => {
      const known = waiting.indexOf(parent)
      const to = known !== -1 ? known : at === 0 ? lane : laneFor(waiting, parent)
      waiting[to] = parent
      return { from: lane, to, colour: Math.max(lane, to) }
    })
    const lines = [...through, ...own]
    lanes = Math.max(lanes, lane + 1, ...lines.map(({ to }) => to + 1))
    rows.push({ lane, isMerge: parents.length > 1, lines })
  }
  return { rows: rows.map(narrow), lanes: Math.min(lanes, mostLanes) }
}

function laneFor(waiting: readonly (string | null)[], sha: string): number {
  const known = waiting.indexOf(sha)
  if (known !== -1) return known
  const free = waiting.indexOf(null)
  return free === -1 ? waiting.length : free
}

function narrow({ lane, isMerge, lines }: GraphRow): GraphRow {
  return {
    lane: within(lane),
    isMerge,
    lines: lines.map(({ from, to, colour }) => ({ from: within(from), to: within(to), colour })),
  }
}

function within(lane: number): number {
  return Math.min(lane, mostLanes - 1)
}
