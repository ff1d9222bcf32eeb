// Loaded in the head, before the first paint: a stored choice must not flash the other theme.
import { applyTheme, storedTheme } from './behaviours/theme-choice.ts'

applyTheme(storedTheme())
