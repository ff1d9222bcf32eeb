import type { ReferenceLinks } from './link-references.ts'

/** Where a Markdown file lies, so that what it links to can be found: paths on this site that end in a slash. */
export interface Place {
  /** `/owner/repo/blob/main/` */
  readonly files: string
  /** `/owner/repo/media/main/`: where pictures come from, those that Git LFS keeps too. */
  readonly pictures: string
  /** The folder of the file inside the repository; '' for the root. */
  readonly folder: string
  /** `https://code.example.org`: how addresses of this site begin where they are given whole. */
  readonly home: string
}

export interface TextAround {
  /**
   * A file, which may begin with facts about itself, what people write to each other, where a line break is one, or a cell
   * of a notebook, where formulas may stand without their signs.
   */
  readonly of: 'document' | 'talk' | 'notebook'
  readonly place: Place | null
  readonly references: ReferenceLinks
}

export type Task =
  | { readonly kind: 'highlight'; readonly text: string; readonly language: string }
  | (TextAround & { readonly kind: 'markdown'; readonly text: string })
  | { readonly kind: 'notebook'; readonly text: string; readonly place: Place | null }

/** Highlighting gives a piece of HTML for each line, the others a single one. */
export type TaskResult = readonly string[]
