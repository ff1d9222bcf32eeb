import { expect, it } from 'vitest'
import { highlight } from './highlight.ts'

it('what the highlighter finds has the letters that the style sheet knows', () => {
  expect(highlight('<b id="x">', 'xml')).toBe(
    '<span class="p">&lt;<span class="f">b</span> <span class="c">id</span>=<span class="s">&quot;x&quot;</span>&gt;</span>',
  )
  expect(highlight('class Anvil < Tool; end', 'ruby')).toBe(
    '<span class="k">class</span> <span class="t">Anvil</span> &lt; <span class="t">Tool</span>; <span class="k">end</span>',
  )
})

it('what has no letter is plain, and whole', () => {
  const html = highlight('<script>let a = `${b}`</script>', 'xml')
  expect(html).toContain('<span><span class="k">let</span>')
  expect(html.match(/<span/g)?.length).toBe(html.match(/<\/span/g)?.length)
})
