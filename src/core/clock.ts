/** Time comes through here and nowhere else, so that tests can move it. Milliseconds since 1970. */
export interface Clock {
  now(): number
}

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Clocks of machines differ a little: what is ahead by less was written by another one. */
export const clockSlack = 60 * second
