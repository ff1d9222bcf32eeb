import { createRequire } from 'node:module'
import core from 'highlight.js/lib/core'
import { describe, expect, it } from 'vitest'
import { aliasesOf } from './grammar-aliases.ts'

/** As threads read it: the library tells only once what it has. */
const { allGrammars, Grammars } = createRequire(import.meta.url)('./grammars.ts') as typeof import('./grammars.ts')

/** All grammars at once, as the library has them by itself. */
const whole = core.newInstance()
for (const [name, make] of allGrammars) whole.registerLanguage(name, make)

const mixed = `GET /page HTTP/1.1
Content-Type: application/json

{"a": 1, "b": "two"}
<p class="x" style="color: red">text <script>let a = \`x\`; return <b>1</b></script><style>p { color: red }</style></p>
{{#if x}} <% puts "a" %> <?php echo 'b'; ?> {% for x in y %}
RUN echo "$HOME" && exit 1
>>> print("x")
create function f() as $$ return 1 $$ language plpgsql;
# A title, **strong**, \`code\`
  key: <%= value %>
let f = (a) => a + 1 // a comment
`

describe('grammars that are made when they are needed', () => {
  it('are those of all languages, by all of their names', () => {
    const all = new Grammars()
    expect(allGrammars.size).toBeGreaterThan(190)
    const names = [...allGrammars.keys()].map((name) => [name, whole.getLanguage(name)?.aliases ?? []] as const)
    const told = names.flatMap(([name, aliases]) => [name, ...aliases])
    expect(told.filter((name) => all.for(name)?.getLanguage(name)?.name !== whole.getLanguage(name)?.name)).toEqual([])
    const known = new Set(told.map((name) => name.toLowerCase()))
    const listed = Object.values(aliasesOf).flatMap((aliases) => aliases.split(' '))
    expect(listed.filter((alias) => !known.has(alias))).toEqual([])
    expect(['', 'no-such-language', 'constructor'].map((name) => all.for(name))).toEqual([null, null, null])
  })

  it.each([...allGrammars.keys()])('read %s as they do when all of them are there', (language) => {
    const options = { language, ignoreIllegals: true }
    expect(new Grammars().for(language)?.highlight(mixed, options).value).toBe(whole.highlight(mixed, options).value)
  })
})
