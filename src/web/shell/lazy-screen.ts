import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../api/index.ts'

/**
 * A screen, or a large part of one, loaded on first use. If the part no longer exists, the router reloads the page;
 * without a connection a reload would lose the page.
 */
export const lazyScreen: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => loadPart(importer), name)
