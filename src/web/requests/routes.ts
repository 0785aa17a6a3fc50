import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { rootRoute } from '../shell/index.ts'
import { ranges, statuses } from './filters.ts'

const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

export const requestRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests',
    /** The whole view is in the address: a link shows a colleague the same. */
    validateSearch: z.object({
      find: maybe(z.string()),
      status: maybe(z.enum(statuses)),
      model: maybe(z.string()),
      tag: maybe(z.string()),
      range: maybe(z.enum(ranges)),
      request: maybe(z.int()),
    }),
    component: lazyRouteComponent(() => import('./requests.tsx'), 'Requests'),
  }),
] as const
