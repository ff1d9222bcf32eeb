import { expect, it } from 'vitest'
import { highlight } from './highlight.ts'

it('what the highlighter finds has the letters that the style sheet knows', () => {
  expect(highlight('<b id="x">', 'xml')).toBe('<c-p>&lt;<c-f>b</c-f> <c-c>id</c-c>=<c-s>&quot;x&quot;</c-s>&gt;</c-p>')
  expect(highlight('class Anvil < Tool; end', 'ruby')).toBe(
    '<c-k>class</c-k> <c-t>Anvil</c-t> &lt; <c-t>Tool</c-t>; <c-k>end</c-k>',
  )
})

it('what has no letter is plain, and whole', () => {
  const html = highlight('<script>let a = `${b}`</script>', 'xml')
  expect(html).toContain('</c-p><c-k>let</c-k>')
  expect(html).not.toContain('span')
  expect(html.match(/<c-/g)?.length).toBe(html.match(/<\/c-/g)?.length)
})
