import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { maybe } from '../requests/routes.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'

export const workflowRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workflows',
    component: lazyScreen(() => import('./list/workflow-list.tsx'), 'WorkflowList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    /** `new` is the one that is not saved yet. */
    path: '/workflows/$workflowId',
    validateSearch: z.object({
      version: maybe(z.number()),
      /** A run that is looked at, in place of what is being edited. */
      run: maybe(z.number()),
      panel: maybe(z.enum(['versions', 'runs'])),
    }),
    component: lazyScreen(() => import('./editor/workflow-page.tsx'), 'WorkflowPage'),
  }),
] as const
