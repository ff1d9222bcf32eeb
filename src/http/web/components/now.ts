import { createContext } from 'preact'

/** The instant, in epoch milliseconds, that relative times count from. `Page` provides it, so that views stay pure. */
export const Now = createContext(0)
