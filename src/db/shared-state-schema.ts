/** The tables of what several processes on one database have to agree on. */
export interface SharedStateSchema {
  rate_counts: RateCountsTable
  network_bans: NetworkBansTable
  upkeep_leases: UpkeepLeasesTable
  secret_prints: SecretPrintsTable
}

interface RateCountsTable {
  limit_name: string
  /** What is counted is an address, or whatever somebody has typed as a name: neither is kept as it is. */
  key_hash: string
  points: number
  resets_at: number
}

/** Networks that SSH answers slowly, or not at all. */
interface NetworkBansTable {
  network: string
  slow_until: number
  shut_until: number
}

/** Which repository is being packed: one git at a time. */
interface UpkeepLeasesTable {
  repo_id: number
  lease: string
  lease_until: number
}

/** One row: which secret key all of them have. */
interface SecretPrintsTable {
  id: number
  print: string
}
