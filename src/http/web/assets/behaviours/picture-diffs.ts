import { element } from './element.ts'

const ways = [
  ['side', 'Side by side'],
  ['swipe', 'Swipe'],
  ['onion', 'Onion skin'],
] as const

/** Two states of a picture, one over the other, with a slider between them. */
export function enhancePictureDiffs(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('.picture-side img')) whenLoaded(image, tellSize)
  for (const [at, box] of document.querySelectorAll<HTMLElement>('[data-picture-diff]').entries()) enhance(box, at)
}

function enhance(box: HTMLElement, number: number): void {
  const after = box.querySelector<HTMLElement>('.picture-after')
  if (after === null) return
  const slider = element('input', {
    type: 'range',
    min: '0',
    max: '100',
    value: '50',
    'aria-label': 'How much of the new image is shown',
  })
  const choices = ways.map(([way, word], at) => {
    const id = `picture-way-${number}-${way}`
    const radio = element('input', { type: 'radio', name: `picture-way-${number}`, value: way, id })
    radio.checked = at === 0
    radio.addEventListener('change', () => {
      box.dataset['way'] = way
      slider.hidden = way === 'side'
      move()
    })
    return element('label', { for: id }, radio, word)
  })
  // Styles of an element are set by the script itself, which the page's policy allows.
  const move = (): void => {
    const share = Number(slider.value)
    after.style.clipPath = box.dataset['way'] === 'swipe' ? `inset(0 0 0 ${100 - share}%)` : ''
    after.style.opacity = box.dataset['way'] === 'onion' ? String(share / 100) : ''
  }
  slider.hidden = true
  slider.addEventListener('input', move)
  box.before(
    element(
      'div',
      { class: 'picture-tools', role: 'group', 'aria-label': 'How the images are compared' },
      ...choices,
      slider,
    ),
  )
}

function whenLoaded(image: HTMLImageElement, then: (image: HTMLImageElement) => void): void {
  if (image.complete) then(image)
  else image.addEventListener('load', () => then(image), { once: true })
}

function tellSize(image: HTMLImageElement): void {
  const facts = image.parentElement?.querySelector('[data-picture-facts]')
  if (facts && image.naturalWidth > 0) facts.append(` · ${image.naturalWidth} × ${image.naturalHeight}`)
}
