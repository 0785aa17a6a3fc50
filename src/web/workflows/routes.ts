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
    /** The id of a workflow; `new` is an unsaved one. */
    path: '/workflows/$workflowId',
    validateSearch: z.object({
      version: maybe(z.number()),
      /** The id of a run that is shown instead of the editor. */
      run: maybe(z.number()),
      panel: maybe(z.enum(['versions', 'runs'])),
    }),
    component: lazyScreen(() => import('./editor/workflow-page.tsx'), 'WorkflowPage'),
  }),
] as const
