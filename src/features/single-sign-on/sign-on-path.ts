/** Where a sign-in elsewhere begins. It ends at `/callback` below it, which is what providers are told. */
export const signOnPath = '/login/oidc'
