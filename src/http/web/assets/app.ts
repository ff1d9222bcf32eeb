import { enhanceLineChoice } from './behaviours/choose-lines.ts'
import { enhanceCodeEditors } from './behaviours/code-editor.ts'
import { enhanceConfigChecks } from './behaviours/config-check.ts'
import { enhanceConfirmations } from './behaviours/confirmations.ts'
import { enhanceConflicts } from './behaviours/conflicts.ts'
import { enhanceCopyButtons } from './behaviours/copy-buttons.ts'
import { enhanceDiffKeys } from './behaviours/diff-keys.ts'
import { enhanceDiffMore } from './behaviours/diff-more.ts'
import { enhanceFileFields } from './behaviours/file-fields.ts'
import { enhanceFileFinder } from './behaviours/file-finder.ts'
import { enhanceFileLists } from './behaviours/file-lists.ts'
import { enhanceFilePreviews } from './behaviours/file-previews.ts'
import { enhanceFileTree } from './behaviours/file-tree.ts'
import { enhanceForms } from './behaviours/forms.ts'
import { enhanceGuardedForms } from './behaviours/guard-leave.ts'
import { enhanceInbox } from './behaviours/inbox.ts'
import { keepSentForms } from './behaviours/keep-sent.ts'
import { enhanceLineCounts } from './behaviours/line-counts.ts'
import { enhanceLineRanges } from './behaviours/line-ranges.ts'
import { enhanceLivePage } from './behaviours/live-page.ts'
import { enhanceMarkdownEditors } from './behaviours/markdown-editor.ts'
import { enhanceMenus } from './behaviours/menus.ts'
import { enhanceNamedParts } from './behaviours/named-parts.ts'
import { enhanceNavigation } from './behaviours/navigation.ts'
import { enhanceNotifications } from './behaviours/notifications.ts'
import { enhancePalette } from './behaviours/palette.ts'
import { enhancePasskeys } from './behaviours/passkeys.ts'
import { enhancePasswords } from './behaviours/passwords.ts'
import { enhancePickers } from './behaviours/pickers.ts'
import { enhancePictureDiffs } from './behaviours/picture-diffs.ts'
import { enhancePipeline } from './behaviours/pipeline.ts'
import { enhanceRefFilter } from './behaviours/ref-filter.ts'
import { enhanceReleaseNotes } from './behaviours/release-notes.ts'
import { enhanceRowKeys } from './behaviours/row-keys.ts'
import { enhanceSelection } from './behaviours/select-rows.ts'
import { enhanceShortcuts } from './behaviours/shortcuts.ts'
import { enhanceSortableTables } from './behaviours/sortable-tables.ts'
import { enhanceSuggestions } from './behaviours/suggest-change.ts'
import { enhanceTasks } from './behaviours/tasks.ts'
import { enhanceThemeSwitch } from './behaviours/theme-switch.ts'
import { enhanceTimes } from './behaviours/times.ts'
import { enhanceReviews } from './behaviours/unsent-lines.ts'
import { enhanceUploads } from './behaviours/upload-files.ts'
import { enhanceWaitingPage } from './behaviours/waiting-page.ts'
import { enhanceWrapLines } from './behaviours/wrap-lines.ts'

enhanceThemeSwitch()
enhanceCopyButtons()
enhanceTimes()
enhanceMenus()
enhanceRefFilter()
enhanceNavigation()
enhanceNamedParts()
enhanceInbox()
enhanceFileTree()
enhanceForms()
enhanceConfirmations()
enhancePasswords()
enhancePasskeys()
enhancePalette()
enhanceWrapLines()
enhanceShortcuts()
enhanceFileLists()
enhanceFileFields()
enhanceUploads()
enhanceReleaseNotes()
enhanceLineRanges()
enhanceFileFinder()
enhanceLineCounts()
enhanceSortableTables()
enhancePickers()
enhancePictureDiffs()
enhanceMarkdownEditors()
enhanceSelection()
enhanceRowKeys()
enhanceNotifications()
enhanceDiffKeys()
enhanceLineChoice()
enhanceDiffMore()
enhanceReviews()
enhanceSuggestions()
enhanceConfigChecks()
enhanceConflicts()
enhanceCodeEditors()
enhanceFilePreviews()
enhanceGuardedForms()
enhancePipeline()
enhanceLivePage()
enhanceWaitingPage()
enhanceTasks()
keepSentForms()
