import { packageOf, present, type Reading } from '../found-package.ts'
import { at, listAt, parseJson, textAt } from '../look-into.ts'

/** Package.resolved: a package's name is where it comes from. Without a version it is a branch or a commit. */
export function readSwiftResolved(text: string): Reading {
  const file = parseJson(text)
  const pins = at(file, 'object') === undefined ? listAt(file, 'pins') : listAt(file, 'object', 'pins')
  return {
    packages: present(
      pins.map((pin) => {
        const place = textAt(pin, 'location') ?? textAt(pin, 'repositoryURL') ?? ''
        const version = textAt(pin, 'state', 'version') ?? textAt(pin, 'state', 'revision') ?? ''
        return packageOf('swift', nameIn(place), version)
      }),
    ),
  }
}

/** `https://github.com/apple/swift-nio.git` and `git@github.com:apple/swift-nio.git` alike. */
function nameIn(place: string): string {
  return place
    .replace(/^[a-z+]{1,10}:\/\//i, '')
    .replace(/^[\w.-]{1,100}@/, '')
    .replace(/^([^/:]+):(?!\d)/, '$1/')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
}
