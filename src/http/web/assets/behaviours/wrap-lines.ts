import { addShortcut } from './keys.ts'
import { applyWrap, storedWrap, storeWrap } from './wrap-choice.ts'

/** Whether long lines of code go on below is chosen once, for all that there is to read. */
export function enhanceWrapLines(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-wrap-lines]')]
  if (buttons.length === 0) return
  let wraps = storedWrap()
  const show = (): void => {
    applyWrap(wraps)
    for (const button of buttons) button.setAttribute('aria-pressed', String(wraps))
  }
  const toggle = (): void => {
    wraps = !wraps
    storeWrap(wraps)
    show()
  }
  for (const button of buttons) button.addEventListener('click', toggle)
  addShortcut({ keys: 'w', does: 'Wrap long lines', group: 'Files', run: toggle })
  show()
}
