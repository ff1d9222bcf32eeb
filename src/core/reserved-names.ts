/** First URL segments and names that the service itself uses, now or soon; no account or team may be called so. */
const names = new Set(
  `admin api assets attachments auth avatars ci dashboard docs explore favicon.ico forgot-password ghost git healthz
  help issues lfs login logout manifest.json metrics new notifications null oauth pulls readyz register repos
  repositories reset-password robots.txt root search settings signin signup sitemap.xml sso static stithy styleguide
  svc system teams two-factor undefined user users verify-email webhooks www`.split(/\s+/),
)

export function isReservedName(name: string): boolean {
  return names.has(name.toLowerCase())
}
