import { Type } from 'typebox'

/** Room for the longest name with what makes it exact. */
const longest = 300

/** Something that a commit can be found by. */
export const revision = Type.String({
  maxLength: longest,
  description:
    'A branch, a tag or a commit. `refs/heads/…` and `refs/tags/…` are exact; a plain name is a branch before it is a tag, and either before the beginning of an id',
})

/** The same, where nothing stands for the default branch. */
export const maybeRevision = Type.Optional(revision)
