export type ThemeChoice = 'light' | 'dark' | 'system'

const key = 'stithy-theme'

export function storedTheme(): ThemeChoice {
  try {
    return parseTheme(localStorage.getItem(key))
  } catch {
    // Storage may be forbidden; the page then follows the system.
    return 'system'
  }
}

export function storeTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // As above: the choice holds for this page only.
  }
}

export function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
}

export function parseTheme(text: string | null): ThemeChoice {
  return text === 'light' || text === 'dark' ? text : 'system'
}
