/** The bell counts along while the page is open; opening what it leads to marks it as read. */
export function enhanceNotifications(): void {
  const count = document.querySelector<HTMLElement>('[data-unread]')
  if (count !== null) listen()
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-read]') : null
    const address = link?.dataset['read']
    if (address !== undefined) void fetch(address, { method: 'POST', keepalive: true, redirect: 'manual' })
  })
}

function listen(): void {
  let source: EventSource | null = null
  const start = (): void => {
    if (source !== null) return
    source = new EventSource('/notifications/stream')
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      // What somebody does not want in the inbox comes as read.
      if ((JSON.parse(data) as { read: boolean }).read) return
      show()
      document.dispatchEvent(new Event('stithy:notified'))
    })
  }
  // A page in the background holds no connection: browsers have few of them for each site.
  const follow = (): void => {
    if (document.visibilityState === 'visible') start()
    else {
      source?.close()
      source = null
    }
  }
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('pagehide', () => source?.close())
  follow()
}

function show(): void {
  const count = document.querySelector<HTMLElement>('[data-unread]')
  if (count === null) return
  const next = Number.parseInt(count.textContent ?? '0', 10) + 1
  count.textContent = next > 99 ? '99+' : String(next)
  count.classList.remove('sr-only')
}
