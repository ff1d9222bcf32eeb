// Pages and their forms, as a browser without scripts gets and sends them.
import type { Answer, RequestOptions } from './client.ts'
import type { Person } from './people.ts'
import type { TestStithy } from './stithy.ts'

export interface Pages {
  /** As somebody who has signed in, or as a stranger. */
  readonly get: (person: Person | null, path: string) => Promise<Answer>
  readonly post: (person: Person, path: string, fields?: RequestOptions['fields']) => Promise<Answer>
}

/** All below one address. The service is asked for at each call: a test starts it later than it names its pages. */
export function pagesBelow(at: string, stithy: () => TestStithy): Pages {
  return {
    get: (person, path) =>
      stithy()
        .client()
        .get(at + path, person === null ? {} : { cookie: person.cookie }),
    post: (person, path, fields = {}) =>
      stithy()
        .client()
        .send('POST', at + path, { fields, cookie: person.cookie }),
  }
}

/** What a reader reads: the page without its tags. */
export function textOf({ text }: Answer): string {
  return text
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
