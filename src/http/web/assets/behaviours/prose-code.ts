import { element } from './element.ts'

const svg = 'http://www.w3.org/2000/svg'

/** Code in what people wrote is taken along by a press, as commands of ours are. */
export function frameProseCode(): void {
  const sprite = document.querySelector('svg.icon use')?.getAttribute('href')?.split('#')[0]
  if (sprite === undefined) return
  for (const block of document.querySelectorAll('.prose pre:has(> code)')) {
    if (block.matches('.code-block > *, .suggestion *')) continue
    const frame = element('div', { class: 'code-block' })
    block.replaceWith(frame)
    frame.append(block, copyButton(sprite))
  }
}

function copyButton(sprite: string): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: 'copy-button', 'data-copy': '', 'aria-label': 'Copy the code', title: 'Copy the code' },
    icon(sprite, 'copy', 'copy-icon'),
    icon(sprite, 'check', 'copied-icon'),
    element('span', { class: 'sr-only', role: 'status', 'data-copy-status': '' }),
  )
}

function icon(sprite: string, name: string, look: string): SVGElement {
  const use = document.createElementNS(svg, 'use')
  use.setAttribute('href', `${sprite}#${name}`)
  const picture = document.createElementNS(svg, 'svg')
  for (const [key, value] of Object.entries({
    class: `icon ${look}`,
    width: '16',
    height: '16',
    'aria-hidden': 'true',
  }))
    picture.setAttribute(key, value)
  picture.append(use)
  return picture
}
