import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { lazyScreen, optionalParam, rootRoute } from '../shell/index.ts'

export const workflowRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workflows',
    validateSearch: z.object({ find: optionalParam(z.string()) }),
    component: lazyScreen(() => import('./list/workflow-list.tsx'), 'WorkflowList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    /** The id of a workflow; `new` is an unsaved one. */
    path: '/workflows/$workflowId',
    validateSearch: z.object({
      version: optionalParam(z.number()),
      /** The id of a run that is shown instead of the editor. */
      run: optionalParam(z.number()),
      panel: optionalParam(z.enum(['versions', 'runs'])),
    }),
    component: lazyScreen(() => import('./editor/workflow-page.tsx'), 'WorkflowPage'),
  }),
] as const
