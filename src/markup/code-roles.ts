/** What a piece of code is, as far as colours tell: a letter each, because a page of code names them thousands of times. */
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
  Object.entries(roles).flatMap(([letter, names]) => names.split(' ').map((name) => [name, letter])),
)

/** What the highlighter wrote, in our letters. */
export function withRoles(html: string): string {
  return html.replaceAll(/<span class="([^"]*)">/g, (_, names: string) => spanOf(names))
}

/** Of several names the last that is known tells most: `hljs-title class_`. */
function spanOf(names: string): string {
  const letter = names
    .split(' ')
    .map((name) => roleOfName.get(name.replace('hljs-', '')))
    .findLast((known) => known !== undefined)
  return letter === undefined ? '<span>' : `<span class="${letter}">`
}
