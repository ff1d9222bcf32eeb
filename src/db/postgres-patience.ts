/**
 * A machine that vanishes, or a firewall that forgets a connection, says nothing. One that has been quiet for ten seconds is
 * asked for a sign of life (without a number the system waits for two hours first), and whoever waits for a new one is told
 * that the database is away.
 */
export const patience = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 15_000,
} as const
