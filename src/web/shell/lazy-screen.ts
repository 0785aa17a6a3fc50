import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../api/index.ts'

/**
 * A screen, or a large part of one, that is loaded when it is first opened. The router loads the page anew when a screen is not there any more;
 * without an answer that would leave nothing of the page.
 */
export const lazyScreen: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => loadPart(importer), name)
