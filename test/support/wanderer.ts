// Goes from site to site as a browser does, with the cookies of each, and no more.

export interface Stop {
  readonly status: number
  /** Where it is. */
  readonly url: URL
  readonly text: string
  /** Where it would be led next; null at the end. */
  readonly next: URL | null
}

export class Wanderer {
  readonly #jars = new Map<string, Map<string, string>>()

  /** Goes on until there is a page, or until `stops` says so of where it would be led. */
  async go(to: string | URL, stops: (next: URL) => boolean = () => false): Promise<Stop> {
    let stop = await this.step(to)
    while (stop.next !== null && !stops(stop.next)) stop = await this.step(stop.next)
    return stop
  }

  /** Sends a form of a page of the same site, and goes on from there. */
  async send(to: string | URL, fields: Readonly<Record<string, string>>): Promise<Stop> {
    const stop = await this.step(to, fields)
    return stop.next === null ? stop : this.go(stop.next)
  }

  async step(to: string | URL, fields?: Readonly<Record<string, string>>): Promise<Stop> {
    const url = new URL(to)
    const headers = new Headers({ accept: 'text/html', cookie: this.cookies(url.origin) })
    if (fields !== undefined) headers.set('origin', url.origin)
    const body = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }
    const answer = await fetch(url, { headers, redirect: 'manual', ...body })
    const jar = this.#jars.get(url.origin) ?? new Map<string, string>()
    this.#jars.set(url.origin, jar)
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const location = answer.headers.get('location')
    return {
      status: answer.status,
      url,
      text: await answer.text(),
      next: location === null ? null : new URL(location, url),
    }
  }

  cookies(origin: string): string {
    return [...(this.#jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  setCookies(origin: string, header: string): void {
    const pairs = header.split('; ').map((one) => /^([^=]+)=(.*)$/s.exec(one)?.slice(1) ?? [])
    this.#jars.set(origin, new Map(pairs.map(([name = '', value = '']) => [name, value])))
  }
}
