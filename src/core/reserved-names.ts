/** First URL segments and names that the service itself uses, now or soon; no account or team may be called so. */
const names = new Set(
  `admin api assets attachments auth avatars ci dashboard docs explore favicon.ico forgot-password ghost git healthz
  help issues lfs login logout manifest.json metrics new notifications null oauth pulls readyz register repos
  repositories reset-password robots.txt root search settings signin signup sitemap.xml sso static stithy styleguide
  svc system teams two-factor undefined user users verify-email webhooks www`.split(/\s+/),
)

/**
 * The same for repositories: our pages, in whose place a link to one would stand, and git's own word. Fewer than for
 * owners: many a project has a repository called docs or help.
 */
const repoNames = new Set(
  `admin api auth avatars dashboard explore favicon.ico forgot-password head healthz login logout manifest.json metrics
  new notifications null oauth readyz register repos repositories reset-password robots.txt search settings signin
  signup sitemap.xml sso static teams two-factor undefined user users verify-email`.split(/\s+/),
)

/** What Windows takes for a device, whatever stands behind a dot: nobody there could check it out. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

export function isReservedName(name: string): boolean {
  return names.has(name.toLowerCase()) || device.test(name)
}

export function isReservedRepoName(name: string): boolean {
  return repoNames.has(name.toLowerCase()) || device.test(name)
}
