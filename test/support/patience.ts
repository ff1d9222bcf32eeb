// How long tests wait. Only a failure waits that long: on a machine whose processors others keep busy, everything takes
// several times as long as it does here, and what comes late has come.

/** For something that is to come. */
export const patienceMs = 100_000

/** For a whole test, or what is made ready for some. */
export const testMs = 300_000

/** For something on a page. */
export const lookMs = 60_000
