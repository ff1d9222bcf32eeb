import type { PageRoute } from './page-route.ts'
import { adminPages } from './pages/admin.tsx'
import { adminMailPages } from './pages/admin-mail.tsx'
import { adminUserPages } from './pages/admin-users.tsx'
import { homePages } from './pages/home.tsx'
import { mailedLinkPages } from './pages/mailed-links.tsx'
import { registerPages } from './pages/register.tsx'
import { searchPages } from './pages/search.tsx'
import { settingsAccountPages } from './pages/settings-account.tsx'
import { settingsCredentialPages } from './pages/settings-credentials.tsx'
import { settingsSecurityPages } from './pages/settings-security.tsx'
import { signInPages } from './pages/sign-in.tsx'

/** Every page and every form that a page sends. */
export const allPages: readonly PageRoute[] = [
  ...signInPages,
  ...registerPages,
  ...mailedLinkPages,
  ...settingsAccountPages,
  ...settingsSecurityPages,
  ...settingsCredentialPages,
  ...adminPages,
  ...adminUserPages,
  ...adminMailPages,
  ...searchPages,
  ...homePages,
]
