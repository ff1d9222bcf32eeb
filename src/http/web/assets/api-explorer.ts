// The page of the API reads well without this: it adds the filter, and forms that send.
import { enhanceFilter } from './explorer/filter.ts'
import { enhanceLinks } from './explorer/links.ts'
import { enhanceOperations } from './explorer/operations.ts'

for (const part of document.querySelectorAll<HTMLElement>('[data-scripted]')) part.hidden = false
enhanceFilter()
enhanceOperations()
enhanceLinks()
