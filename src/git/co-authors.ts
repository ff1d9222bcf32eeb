import type { Sha } from '../core/sha.ts'
import type { Signature } from './parse-commit.ts'
import type { Git, RepoDir } from './run-git.ts'
import { plain } from './write-commit.ts'

type Person = Pick<Signature, 'name' | 'email'>

const mostCommits = 5000
const mostAuthors = 100
const mostBytes = 4 * 1024 * 1024
const trailer = /^co-authored-by:/i
const anyTrailer = /^[A-Za-z0-9][A-Za-z0-9-]*:\s/

/**
 * Who wrote what `head` has and `target` has not, in the order of their first commit, each once, without the author of
 * the whole: authors of commits and whom these name as co-authors. Whoever only merged has written nothing.
 */
export async function findCoAuthors(
  git: Git,
  dir: RepoDir,
  { target, head, author }: { readonly target: Sha; readonly head: Sha; readonly author: Person },
): Promise<readonly Person[]> {
  const format = '--format=%an <%ae>%n%(trailers:key=Co-authored-by,unfold)%x01'
  const range = ['--reverse', '--topo-order', '--no-merges', `--max-count=${mostCommits}`, `^${target}`]
  const call = { words: ['log', '--no-show-signature', format, ...range], revs: [head] }
  const { stdout } = await git.try(dir, call, { maxBytes: mostBytes, cut: true })
  const people = new Map<string, Person>()
  for (const section of stdout.toString('utf8').split('\x01')) {
    const [first = '', ...trailers] = section.trim().split('\n')
    for (const line of [`Co-authored-by: ${first}`, ...trailers]) {
      const { name, email } = coAuthor(line) ?? { name: '', email: '' }
      const person = { name: plain(name) || plain(email).replace(/@.*/, ''), email: plain(email) }
      if (person.email !== '' && !people.has(keyOf(person))) people.set(keyOf(person), person)
    }
  }
  people.delete(keyOf(author))
  return [...people.values()].slice(0, mostAuthors)
}

/** Behind the trailers that a message ends with, or as such; whoever is named there already is not named again. */
export function withCoAuthors(message: string, people: readonly Person[]): string {
  const text = message.replaceAll('\r\n', '\n').trimEnd()
  const lines = text.split('\n')
  const named = new Set(lines.flatMap((line) => coAuthor(line)?.email.trim().toLowerCase() ?? []))
  const added = people.filter((person) => !named.has(keyOf(person)))
  if (added.length === 0) return message
  const last = lines.slice(lines.lastIndexOf('') + 1)
  // The first line is the subject, whatever it looks like.
  const follows = last.length < lines.length && last.every((line) => anyTrailer.test(line))
  const trailers = added.map(({ name, email }) => `Co-authored-by: ${name} <${email}>`)
  return `${text}\n${follows ? '' : '\n'}${trailers.join('\n')}\n`
}

/** Read from both ends, not by one pattern: a line can be megabytes of spaces. */
function coAuthor(line: string): Person | null {
  if (!trailer.test(line)) return null
  const said = line.slice(line.indexOf(':') + 1).trim()
  const open = said.indexOf('<')
  const email = said.slice(open + 1, -1)
  return open === -1 || !said.endsWith('>') || email.includes('>') ? null : { name: said.slice(0, open), email }
}

function keyOf({ email }: Person): string {
  return email.trim().toLowerCase()
}
