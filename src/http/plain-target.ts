/**
 * The request target as all doors read it. A host in it is dropped: URLs come from BASE_URL alone. A path that cannot be
 * decoded is taken to the letter, so that whoever asks for it hears "not found" from the door that they knocked at.
 */
export function plainTarget(target: string): string {
  if (target.startsWith('/') && !target.includes('%')) return target
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?')
  const plain = isDecodable(path) ? path : path.replaceAll('%', '%25')
  return [plain === '' ? '/' : plain, ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
