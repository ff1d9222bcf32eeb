import { type FoundPackage, packageOf, present, type Reading } from '../found-package.ts'

interface Replacement {
  readonly to: string
  readonly version: string
}

/** Since Go 1.17 it names every module that a build takes part of, in the very version. */
export function readGoMod(text: string): Reading {
  const required: { readonly name: string; readonly version: string; readonly isDirect: boolean }[] = []
  const replaced = new Map<string, Replacement>()
  for (const { verb, rest } of directives(text)) {
    const comment = rest.indexOf('//')
    const [name = '', version = '', ...more] = wordsOf(comment === -1 ? rest : rest.slice(0, comment))
    if (verb === 'require') required.push({ name, version, isDirect: !/\/\/\s*indirect\b/.test(rest) })
    if (verb === 'replace') {
      const words = [name, version, ...more]
      const arrow = words.indexOf('=>')
      const [to = '', at = ''] = words.slice(arrow + 1)
      if (arrow > 0) replaced.set(words.slice(0, arrow).join(' '), { to, version: at })
    }
  }
  return {
    packages: present(
      required.map(({ name, version, isDirect }) => {
        const other = replaced.get(`${name} ${version}`) ?? replaced.get(name)
        // Replaced by a folder of the repository.
        if (other !== undefined && other.version === '') return null
        return packageOf('golang', other?.to ?? name, other?.version ?? version, { isDirect })
      }),
    ),
  }
}

/** Without a go.mod beside it: more than is built, but all that there is to know. */
export function readGoSum(text: string): Reading {
  const found = new Map<string, FoundPackage>()
  for (const line of text.split('\n')) {
    const [name = '', version = ''] = wordsOf(line)
    if (name === '' || version === '' || version.endsWith('/go.mod')) continue
    const made = packageOf('golang', name, version)
    if (made !== null) found.set(made.purl, made)
  }
  return { packages: [...found.values()] }
}

/** `require a v1` and `require ( … )` alike. */
function* directives(text: string): Generator<{ readonly verb: string; readonly rest: string }> {
  let block = ''
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line === '' || line.startsWith('//')) continue
    if (block !== '') {
      if (line.startsWith(')')) block = ''
      else yield { verb: block, rest: line }
      continue
    }
    const space = line.search(/\s/)
    const verb = space === -1 ? line : line.slice(0, space)
    const rest = space === -1 ? '' : line.slice(space).trim()
    if (rest === '(') block = verb
    else yield { verb, rest }
  }
}

function wordsOf(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== '')
}
