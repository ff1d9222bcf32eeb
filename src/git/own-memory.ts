/** For what is kept for long: small buffers are cut from one large piece, and one that stays would keep all of it. */
export function inOwnMemory(bytes: Buffer): Buffer {
  const alone = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(alone)
  return alone
}
