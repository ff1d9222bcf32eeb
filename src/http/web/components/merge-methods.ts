/** The ways of merging, for those who choose among them. */
export const mergeMethodTexts = [
  { value: 'merge', label: 'Merge commit', hint: 'All commits, joined by a merge commit.' },
  { value: 'squash', label: 'Squash', hint: 'All changes in one commit.' },
  { value: 'rebase', label: 'Rebase', hint: 'The commits on top of the target, without a merge commit.' },
] as const
