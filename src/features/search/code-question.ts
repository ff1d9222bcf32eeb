import { parseRepoPath } from '../../core/repo-path.ts'
import type { TextQuestion } from '../../git/search-text.ts'

const longest = 200

/**
 * What somebody typed, as a question: `path:src/http` narrows it to a folder or a file, the rest is looked for as it
 * stands. Null where nothing is left to look for.
 */
export function parseCodeQuestion(typed: string, matchCase: boolean): TextQuestion | null {
  const found = /(?:^|\s)path:(\S+)/.exec(typed)
  const text = (found === null ? typed : typed.replace(found[0], ' '))
    .replaceAll(/[\0\r\n]/g, ' ')
    .trim()
    .slice(0, longest)
  if (text === '') return null
  return { text, matchCase, path: parseRepoPath(found?.[1] ?? '') }
}
