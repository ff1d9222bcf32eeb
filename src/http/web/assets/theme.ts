// Loaded in the head, before the first paint: a stored choice must not flash the other theme, and what needs a script is
// there from the beginning.
import { applyTheme, storedTheme } from './behaviours/theme-choice.ts'
import { applyWrap, storedWrap } from './behaviours/wrap-choice.ts'

applyTheme(storedTheme())
applyWrap(storedWrap())
document.documentElement.dataset['script'] = ''
// Not in every browser, nor where others can read what goes over the line.
if (typeof PublicKeyCredential !== 'undefined') document.documentElement.dataset['passkeys'] = ''
