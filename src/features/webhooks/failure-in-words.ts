/** A failure whose message is meant for whoever set the hook up. */
export class ToldFailure extends Error {}

/** Only these are said, and what else is known goes to the log: messages of the system name addresses and hosts inside. */
const sentences: readonly (readonly [code: RegExp, inWords: (host: string) => string])[] = [
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|ETIMEOUT)$/, (host) => `The name of ${host} could not be found`],
  [/^ECONNREFUSED$/, (host) => `${host} refuses connections`],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE)$/, (host) => `${host} hung up`],
  [/^(?:EACCES|EADDRNOTAVAIL|EHOSTDOWN|EHOSTUNREACH|EINVAL|ENETDOWN|ENETUNREACH|EPERM|ETIMEDOUT)$/, unreachable],
  [/^ERR_TLS_CERT_ALTNAME/, (host) => `The certificate of ${host} is for another name`],
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, (host) => `The certificate of ${host} has expired, or is not valid yet`],
  [/CERT|ISSUER|SIGNATURE/, (host) => `The certificate of ${host} is not from an authority that is known here`],
  [/^(?:EPROTO|ERR_SSL_|ERR_TLS_)/, (host) => `No secure connection to ${host} could be made`],
  [/^HPE_/, (host) => `${host} did not answer as a web server does`],
]

function unreachable(host: string): string {
  return `${host} cannot be reached`
}

/** What went wrong with a delivery, for somebody who reads it on a page; null where there is no sentence for it. */
export function failureInWords(error: unknown, url: string): string | null {
  if (error instanceof ToldFailure) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const { host } = new URL(url)
  return sentences.find(([meant]) => meant.test(code))?.[1](host) ?? null
}
