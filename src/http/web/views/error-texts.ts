export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429 | 500 | 503

type ErrorText = {
  title: string
  happened: string
  /** What was kept, or not done. */
  kept: string
  next: string
}

/** What a feature says of a fault, for people. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** A missing and a hidden thing share one text: the page must not tell them apart. */
export const errorTexts = {
  400: {
    title: 'Invalid request',
    happened: 'Part of the address or the form could not be read.',
    kept: 'Nothing was changed.',
    next: 'Go back and check what was filled in, or start from a link on the page before.',
  },
  401: {
    title: 'Please sign in',
    happened: 'This page is for people who are signed in, or your session has ended.',
    kept: 'Nothing was changed.',
    next: 'Sign in to return to this page.',
  },
  403: {
    title: 'You do not have permission',
    happened: 'You can see this, but do not have permission for what you tried to do.',
    kept: 'Nothing was changed.',
    next: 'Ask the owner of the repository or an administrator for access. A form left open for a long time may also need a reload.',
  },
  404: {
    title: 'Page not found',
    happened: 'There is no such page, or you do not have access to it.',
    kept: 'It may have been renamed, moved or deleted.',
    next: 'Check the spelling of the address, or ask whoever gave it to you whether you have access.',
  },
  405: {
    title: 'Method not allowed',
    happened: 'This address does not accept that kind of request.',
    kept: 'Nothing was changed.',
    next: 'Go back and use the buttons on the page.',
  },
  409: {
    title: 'Changed in the meantime',
    happened: 'Somebody else has changed this since you opened it.',
    kept: 'The other change was kept; yours was not applied.',
    next: 'Go back, reload, check the changes, and try again.',
  },
  413: {
    title: 'Too large',
    happened: 'What you sent is larger than this server accepts.',
    kept: 'Nothing was stored.',
    next: 'Go back: your browser has kept what you typed. Then send less at once; push large files with git.',
  },
  429: {
    title: 'Too many requests',
    happened: 'Your address or account has sent too many requests in a short time.',
    kept: 'The last request changed nothing.',
    next: 'Wait a little, then reload.',
  },
  500: {
    title: 'Something went wrong on our side',
    happened: 'The server ran into an unexpected error.',
    kept: 'What you sent was probably not saved. Everything saved before is safe.',
    next: 'Go back and try once more. If it happens again, give your administrator the request id below, which finds it in the log.',
  },
  503: {
    title: 'Not ready yet',
    happened: 'The server is starting, stopping, or cannot reach its database.',
    kept: 'Nothing was changed, nothing is lost.',
    next: 'Reload in a moment.',
  },
} as const satisfies Record<ErrorStatus, ErrorText>
