/** What a piece of code is, as far as colours tell. */
export const role = {
  keyword: 'k',
  string: 's',
  number: 'n',
  function: 'f',
  type: 't',
  constant: 'c',
  comment: 'r',
  punctuation: 'p',
  /** Code within a text. */
  plain: 'x',
  emphasis: 'e',
  strong: 'b',
} as const

export type Role = (typeof role)[keyof typeof role]

interface Tag {
  readonly opening: string
  readonly closing: string
}

/**
 * An element of its own for each, which means nothing but its colour: a page of code has thousands of them, and as a span
 * with a class each takes twice the room.
 */
const tags = Object.fromEntries(
  Object.values(role).map((letter) => [letter, { opening: `<c-${letter}>`, closing: `</c-${letter}>` }]),
) as Readonly<Record<Role, Tag>>

export const anyTag = /<(\/?)c-[a-z]>/g

/** The highlighter's names, without what they have in common. */
const roles: Readonly<Record<Role, string>> = {
  k: 'keyword built_in selector-tag meta-keyword operator doctag',
  s: 'string regexp char template-tag code quote addition',
  n: 'number literal symbol bullet link',
  f: 'title function section selector-id name',
  t: 'type class class_ selector-class',
  c: 'attr attribute variable template-variable property selector-attr selector-pseudo meta deletion',
  r: 'comment',
  p: 'punctuation tag',
  x: 'subst',
  e: 'emphasis',
  b: 'strong',
}

const roleOfName = new Map(
  Object.values(role).flatMap((letter) => roles[letter].split(' ').map((name) => [name, letter] as const)),
)

/** What the highlighter wrote, in our elements. What has no colour needs none. */
export function withRoles(html: string): string {
  const open: (Tag | undefined)[] = []
  return html.replaceAll(/<span class="([^"]*)">|<\/span>/g, (_, names: string | undefined) => {
    if (names === undefined) return open.pop()?.closing ?? ''
    const tag = tagOf(names)
    open.push(tag)
    return tag?.opening ?? ''
  })
}

/** Of several names the last that is known tells most: `hljs-title class_`. */
function tagOf(names: string): Tag | undefined {
  const letter = names
    .split(' ')
    .map((name) => roleOfName.get(name.replace('hljs-', '')))
    .findLast((known) => known !== undefined)
  return letter && tags[letter]
}
