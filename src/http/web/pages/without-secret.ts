import { isPrivateKey } from '../../../features/ssh-keys/parse-public-key.ts'

/** What was typed comes back, but for a private key: pages are kept, copied and looked at over shoulders. */
export function withoutSecret<Values extends { readonly key: string }>(values: Values): Values {
  return isPrivateKey(values.key) ? { ...values, key: '' } : values
}
