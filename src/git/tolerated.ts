/** Old histories hold these, and no reader of ours minds: what may be pushed may also be merged and rewritten. */
export const toleratedByFsck = [
  'zeroPaddedFilemode',
  'badTimezone',
  'badDateOverflow',
  'missingSpaceBeforeDate',
] as const
