import { Fault } from '../../../core/errors.ts'
import { page, show } from '../page-route.ts'
import { StyleguideView } from '../views/styleguide.tsx'

export const styleguidePages = [
  page({
    method: 'GET',
    path: '/-/styleguide',
    right: 'anyone',
    handle: async ({ app, chrome }) => {
      // For whoever works on the pages: nobody who runs a forge wants it there.
      if (!app.config.STYLEGUIDE_ENABLED) throw new Fault('not-found', 'There is no such page', { code: 'NOT_FOUND' })
      return show(<StyleguideView chrome={chrome} />)
    },
  }),
]
