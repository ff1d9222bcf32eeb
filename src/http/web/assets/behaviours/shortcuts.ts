import { element } from './element.ts'
import { addShortcut, allShortcuts, listenForKeys } from './keys.ts'
import { openLineDialog } from './line-dialog.ts'

/** Behind the repository's address. What the reader may not open is not among the tabs, and has no key then. */
const repoKeys = [
  ['g c', 'Code', ''],
  ['g i', 'Issues', '/issues'],
  ['g p', 'Pull requests', '/pulls'],
  ['g a', 'Pipelines', '/ci'],
  ['g r', 'Releases', '/releases'],
  ['g s', 'Settings', '/settings'],
] as const

const alwaysThere = [
  ['g h', 'Commits', '/commits/'],
  ['g b', 'Branches', '/branches'],
  ['g f', 'Search the code', '/search'],
] as const

/** Keys lead to where links lead. `?` lists those that do something on this page. */
export function enhanceShortcuts(): void {
  const repo = document.body.dataset['repo']
  if (repo !== undefined) {
    for (const [keys, does, path] of repoKeys) {
      if (document.querySelector(`.tabs a[href="${CSS.escape(repo + path)}"]`))
        add('This repository', keys, does, repo + path)
    }
    for (const [keys, does, path] of alwaysThere) add('This repository', keys, does, repo + path)
  }
  if (document.querySelector('[data-notifications]')) {
    add('Everywhere', 'g d', 'Dashboard', '/dashboard')
    add('Everywhere', 'g n', 'Notifications', '/notifications')
  }
  addNamedKeys()
  addFileKeys()
  addSilentKeys()
  addShortcut({ keys: '?', does: 'Keyboard shortcuts', group: 'Everywhere', run: showHelp })
  listenForKeys()
}

/** Links that say themselves which key leads there. */
function addNamedKeys(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-shortcut]')) {
    add('This page', link.dataset['shortcut'] ?? '', link.textContent.trim(), link.href)
  }
}

function addFileKeys(): void {
  const places = document.querySelector<HTMLElement>('[data-find-file]')
  const { findFile, permalink, blame } = places?.dataset ?? {}
  if (findFile !== undefined) add('Files', 't', 'Find a file', findFile)
  if (blame !== undefined) add('Files', 'b', 'Blame', blame)
  if (permalink !== undefined) {
    addShortcut({
      keys: 'y',
      does: 'Permalink to this version',
      group: 'Files',
      run: () => history.pushState(null, '', permalink + location.search + location.hash),
    })
  }
  if (document.querySelector('[data-lines]')) {
    addShortcut({ keys: 'l', does: 'Go to a line', group: 'Files', run: openLineDialog })
  }
}

/** Others listen for these themselves; they are listed where they work. */
function addSilentKeys(): void {
  if (document.querySelector('.diff-lines')) {
    addShortcut({ keys: 'n', does: 'Next change', group: 'Changes' })
    addShortcut({ keys: 'p', does: 'Previous change', group: 'Changes' })
  }
  if (document.querySelector('.diff-lines .diff-comment')) {
    addShortcut({ keys: 'Enter', does: 'Comment on the line', group: 'Changes' })
    addShortcut({ keys: 'Shift ↓', does: 'Choose more lines to comment on', group: 'Changes' })
  }
  if (document.querySelector('[data-rows] [data-row]')) {
    addShortcut({ keys: 'j', does: 'Next in the list', group: 'List' })
    addShortcut({ keys: 'k', does: 'Previous in the list', group: 'List' })
    addShortcut({ keys: 'o', does: 'Open', group: 'List' })
  }
  if (document.querySelector('[data-rows] [data-key="x"]')) {
    addShortcut({ keys: 'x', does: 'Select', group: 'List' })
  }
}

function add(group: string, keys: string, does: string, href: string): void {
  addShortcut({ keys, does, group, run: () => location.assign(href) })
}

function showHelp(): void {
  const title = element('h2', { id: 'keys-title', class: 'dialog-title' }, 'Keyboard shortcuts')
  const close = element('button', { type: 'button', class: 'button button-default button-small' }, 'Close')
  const dialog = element(
    'dialog',
    { class: 'dialog keys-dialog', 'aria-labelledby': 'keys-title' },
    title,
    ...groups(),
    close,
  )
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function groups(): readonly Node[] {
  const all = allShortcuts()
  return [...new Set(all.map((one) => one.group))].map((group) =>
    element(
      'section',
      { class: 'keys-group' },
      element('h3', {}, group),
      element(
        'dl',
        {},
        ...all
          .filter((one) => one.group === group)
          .map(({ keys, does }) => element('div', {}, element('dt', {}, ...keysOf(keys)), element('dd', {}, does))),
      ),
    ),
  )
}

function keysOf(keys: string): readonly Node[] {
  return keys.split(' ').map((key) => element('kbd', {}, key))
}
