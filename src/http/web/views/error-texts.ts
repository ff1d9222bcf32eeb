export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429 | 500 | 503

type ErrorText = {
  title: string
  happened: string
  /** What was kept, or not done. */
  kept: string
  next: string
}

/** A missing and a hidden thing share one text: the page must not tell them apart. */
export const errorTexts = {
  400: {
    title: 'That request makes no sense here',
    happened: 'A part of the address or of the form could not be read.',
    kept: 'Nothing was changed.',
    next: 'Go back and check what was filled in, or start from a link on the page before.',
  },
  401: {
    title: 'Please sign in',
    happened: 'This page is for people who are signed in, or your session has ended.',
    kept: 'Nothing was changed.',
    next: 'Sign in and you come back to this very place.',
  },
  403: {
    title: 'You may not do this',
    happened: 'You can see this, but may not do what you asked for.',
    kept: 'Nothing was changed.',
    next: 'Ask whoever runs this place, or owns the repository, for the right to do it. A form kept open for long may also need a reload.',
  },
  404: {
    title: 'Nothing here',
    happened: 'There is no such page, or you may not see it.',
    kept: 'Perhaps it was renamed, moved or deleted.',
    next: 'Check the spelling of the address, or ask whoever gave it to you whether you have access.',
  },
  405: {
    title: 'Not this way',
    happened: 'This address does not take that kind of request.',
    kept: 'Nothing was changed.',
    next: 'Go back and use the buttons of the page.',
  },
  409: {
    title: 'Somebody was faster',
    happened: 'What you wanted to change has changed in the meantime.',
    kept: 'The other change stands; yours was not applied.',
    next: 'Go back, reload, look at the new state, and try again.',
  },
  413: {
    title: 'Too large',
    happened: 'What you sent is larger than this place takes.',
    kept: 'Nothing was stored.',
    next: 'Send less at once; large files belong into git, over a push.',
  },
  429: {
    title: 'Too many requests',
    happened: 'From your address or account came more requests than this place allows in so short a time.',
    kept: 'Nothing was changed by this last one.',
    next: 'Wait a little, then reload.',
  },
  500: {
    title: 'Something broke on our side',
    happened: 'The server met an error that it did not expect.',
    kept: 'What you sent was probably not saved. Everything saved before is safe.',
    next: 'Go back and try once more. If it happens again, give your administrator the request id below: it leads to the log.',
  },
  503: {
    title: 'Not ready yet',
    happened: 'The server is starting, stopping, or cannot reach its database.',
    kept: 'Nothing was changed, nothing is lost.',
    next: 'Reload in a moment.',
  },
} as const satisfies Record<ErrorStatus, ErrorText>
