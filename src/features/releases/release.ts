export interface Release {
  readonly id: number
  readonly uuid: string
  /** The repository's name, for addresses. */
  readonly repo: { readonly owner: string; readonly slug: string }
  readonly tagName: string
  /** Of a draft whose tag is not there: where it is made; null for the default branch. */
  readonly target: string | null
  readonly name: string
  readonly body: string
  readonly isDraft: boolean
  readonly isPrerelease: boolean
  /** Null when the account is gone. */
  readonly author: string | null
  /** What the tag points to now; null when it is gone. */
  readonly commitSha: string | null
  readonly assets: readonly ReleaseAsset[]
  readonly createdAt: number
  /** Null while it is a draft. */
  readonly publishedAt: number | null
  /** Also of a draft that was published before; null when the world has never heard of it. */
  readonly firstPublishedAt: number | null
}

/** What somebody decides about a release. */
export interface ReleaseValues {
  readonly tagName: string
  readonly target: string | null
  readonly name: string
  readonly body: string
  readonly isDraft: boolean
  readonly isPrerelease: boolean
}

export interface ReleaseAsset {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly size: number
  readonly contentType: string
  readonly downloadCount: number
  readonly sha256: string
  /** Its name in the content store. */
  readonly file: string
  readonly createdAt: number
}

/** An asset, and the release that it is found under. */
export interface AddressedAsset extends ReleaseAsset {
  readonly release: Pick<Release, 'id' | 'uuid' | 'repo' | 'tagName'>
}

/** What people write about it, by which they say what they saw. */
export function textOfRelease({ name, body }: Pick<Release, 'name' | 'body'>): { title: string; body: string } {
  return { title: name, body }
}
