/** The server writes UTC into the title; the reader's browser knows the zone. */
export function enhanceTimes(): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    const at = new Date(element.dateTime)
    if (!Number.isNaN(at.getTime())) element.title = format.format(at)
  }
}
