/** What was checked of somebody who signed in elsewhere. */
export type { Claims as SignOnClaims } from '../../oidc/oidc.ts'
