/** Old histories hold these, and no reader of ours minds: what may be pushed may also be merged and rewritten. */
export const toleratedByFsck = [
  'zeroPaddedFilemode',
  'badTimezone',
  'badDateOverflow',
  'missingSpaceBeforeDate',
  'missingNameBeforeEmail',
] as const

/** For a git that writes objects and checks them on the way. */
export const strictly = `--strict=${toleratedByFsck.map((wart) => `${wart}=ignore`).join(',')}`
