import { applyTheme, parseTheme, storedTheme, storeTheme } from './theme-choice.ts'

export function enhanceThemeSwitch(): void {
  const group = document.querySelector<HTMLFieldSetElement>('[data-theme-switch]')
  if (group === null) return
  const radios = [...group.querySelectorAll<HTMLInputElement>('input[type="radio"]')]
  const show = () => {
    const chosen = storedTheme()
    for (const radio of radios) radio.checked = radio.value === chosen
  }
  group.addEventListener('change', () => {
    const choice = parseTheme(radios.find((radio) => radio.checked)?.value ?? null)
    storeTheme(choice)
    applyTheme(choice)
  })
  // Another tab changed it.
  addEventListener('storage', () => {
    applyTheme(storedTheme())
    show()
  })
  show()
  group.hidden = false
}
