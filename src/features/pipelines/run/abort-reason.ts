/** `lost`: somebody has ended it or holds it now. `stopping`: this process goes, another may take it up. */
export type AbortReason = 'lost' | 'stopping'
