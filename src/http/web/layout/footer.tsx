import { Icon, type IconName } from '../components/icon.tsx'
import { still } from '../components/static-html.ts'

const themes = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'system', label: 'System', icon: 'device-desktop' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const satisfies readonly { value: string; label: string; icon: IconName }[]

export function Footer({ version }: { version: string }) {
  return (
    <footer class="footer">
      <p class="footer-links">
        <span>Stithy {version}</span>
        <a href="/explore">Explore</a>
        <a href="/api/docs">API</a>
      </p>
      <ThemeSwitch />
    </footer>
  )
}

/** Hidden until the script can serve it: without one the page follows the system. */
const ThemeSwitch = still(
  <fieldset class="theme-switch" data-theme-switch hidden>
    <legend class="sr-only">Colours</legend>
    {themes.map((theme) => (
      <label key={theme.value} title={theme.label}>
        <input type="radio" name="theme" value={theme.value} />
        <Icon name={theme.icon} label={theme.label} />
      </label>
    ))}
  </fieldset>,
)
