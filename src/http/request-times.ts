const name = 'stithy_http_request_duration_seconds'
const help = 'Time from the request to the end of the answer, by route and status class'

const bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10] as const

/** How many answers were ready within each bound and not within the one before; the last place is for those beyond all. */
interface Times {
  readonly counts: Float64Array
  seconds: number
}

/**
 * A histogram for Prometheus. Every request is counted in it, which the library would take longer for than the rest of
 * watching a request takes: it puts its labels together as a text and looks that up, each time.
 */
export class RequestTimes {
  /** By route, method, and the first digit of the status. */
  readonly #times = new Map<string, Map<string, (Times | undefined)[]>>()

  observe(
    request: { readonly method: string; readonly route: string; readonly status: number },
    seconds: number,
  ): void {
    const times = this.#of(request)
    let place = 0
    while (place < bounds.length && seconds > (bounds[place] ?? 0)) place++
    times.counts[place] = (times.counts[place] ?? 0) + 1
    times.seconds += seconds
  }

  #of({ method, route, status }: { readonly method: string; readonly route: string; readonly status: number }): Times {
    const methods = getOrAdd(this.#times, route, () => new Map<string, (Times | undefined)[]>())
    const classes = getOrAdd(methods, method, () => [])
    return (classes[Math.floor(status / 100)] ??= { counts: new Float64Array(bounds.length + 1), seconds: 0 })
  }

  /** In Prometheus' text format, where each bound counts all that were ready by then. */
  asText(): string {
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
    for (const [route, methods] of this.#times) {
      for (const [method, classes] of methods) {
        for (const [digit, times] of classes.entries()) {
          if (times !== undefined)
            lines.push(...linesOf(times, `method="${method}",route="${route}",status="${digit}xx"`))
        }
      }
    }
    return `${lines.join('\n')}\n`
  }
}

function linesOf({ counts, seconds }: Times, labels: string): readonly string[] {
  let soFar = 0
  const buckets = [...counts].map((count, place) => {
    soFar += count
    return `${name}_bucket{le="${bounds[place] ?? '+Inf'}",${labels}} ${soFar}`
  })
  return [...buckets, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${soFar}`]
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
