/**
 * Git took longer, or wanted more memory, than one question may. Thrown where answers are kept, so that this one is not:
 * another time the machine may have less to do.
 */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** Whether a git that failed was ended by us: then it has nothing to say, or says that it may not have more memory. */
export function gaveUp({ stderr }: { readonly stderr: string }): boolean {
  return stderr === '' || /attempting to allocate|out of memory/i.test(stderr)
}

/** No single piece of memory that git asks for may be larger: no file larger than this is compared line by line. */
export const memoryLimit: Readonly<Record<string, string>> = { GIT_ALLOC_LIMIT: '256m' }
