import { Duration } from './duration.tsx'
import type { LogOf, ShownJob } from './job-list.tsx'
import { placeJobs } from './place-jobs.ts'
import { StatusIcon, statusWord } from './status-label.tsx'

const width = 208
const height = 40
const across = 56
const down = 12
/** More than this is a list and no picture. */
const mostJobs = 80

/** Jobs in columns by what they wait for, with a line for each need. On a phone the list says the same. */
export function JobGraph({ jobs, logOf }: { jobs: readonly ShownJob[]; logOf: LogOf }) {
  if (jobs.length > mostJobs || jobs.every(({ needs }) => needs.length === 0)) return null
  const { places, columns, rows } = placeJobs(jobs)
  const size = { width: columns * (width + across) - across, height: rows * (height + down) - down }
  const corner = ({ column, row }: { column: number; row: number }) => ({
    x: column * (width + across),
    y: row * (height + down),
  })
  return (
    <div class="job-graph" tabindex={0} role="group" aria-label="Jobs by dependency">
      <svg width={size.width} height={size.height} viewBox={`0 0 ${size.width} ${size.height}`}>
        <g class="job-edges" aria-hidden="true">
          {jobs.flatMap((job) => {
            const to = places.get(job.name)
            return job.needs.flatMap((need) => {
              const from = places.get(need)
              return from === undefined || to === undefined
                ? []
                : [<path key={`${need} ${job.name}`} d={edge(corner(from), corner(to))} />]
            })
          })}
        </g>
        {jobs.map((job) => {
          const place = places.get(job.name)
          return place === undefined ? null : (
            <foreignObject key={job.position} {...corner(place)} width={width} height={height}>
              <a class={`job-node job-${job.status}`} href={logOf(job.position)} title={job.name}>
                <StatusIcon status={job.status} silent />
                <span class="job-node-name">{job.name}</span>
                <span class="sr-only">{statusWord(job.status)}</span>
                {job.durationMs !== null && (
                  <span class="muted">
                    <Duration ms={job.durationMs} isRunning={job.status === 'running'} />
                  </span>
                )}
              </a>
            </foreignObject>
          )
        })}
      </svg>
    </div>
  )
}

type Point = { x: number; y: number }

function edge(from: Point, to: Point): string {
  const start = { x: from.x + width, y: from.y + height / 2 }
  const end = { x: to.x, y: to.y + height / 2 }
  const middle = start.x + across / 2
  // Bends right behind where it begins, so that a long one does not run through what lies between.
  return `M${start.x} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${start.x + across} ${end.y}H${end.x}`
}
