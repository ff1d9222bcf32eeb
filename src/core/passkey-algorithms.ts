/** Of signatures, by their numbers in COSE, best first: Ed25519, ECDSA with P-256, and RSA for Windows. */
export const passkeyAlgorithms = [-8, -7, -257] as const
