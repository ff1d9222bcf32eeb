import { enhanceConfirmations } from './behaviours/confirmations.ts'
import { enhanceCopyButtons } from './behaviours/copy-buttons.ts'
import { enhanceForms } from './behaviours/forms.ts'
import { enhanceMenus } from './behaviours/menus.ts'
import { enhanceNavigation } from './behaviours/navigation.ts'
import { enhancePasswords } from './behaviours/passwords.ts'
import { enhanceSearchKey } from './behaviours/search-key.ts'
import { enhanceThemeSwitch } from './behaviours/theme-switch.ts'
import { enhanceTimes } from './behaviours/times.ts'

enhanceThemeSwitch()
enhanceCopyButtons()
enhanceTimes()
enhanceMenus()
enhanceNavigation()
enhanceForms()
enhanceConfirmations()
enhancePasswords()
enhanceSearchKey()
