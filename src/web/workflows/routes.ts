import { createRoute } from '@tanstack/react-router'
import { integer, lazyScreen, number, oneOf, paramsOf, rootRoute, text } from '../shell/index.ts'

export const workflowRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workflows',
    validateSearch: paramsOf({ find: text, folder: integer(1) }),
    component: lazyScreen(() => import('./list/workflow-list.tsx'), 'WorkflowList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    /** The id of a workflow; `new` is an unsaved one. */
    path: '/workflows/$workflowId',
    validateSearch: paramsOf({
      version: number,
      /** The id of a run that is shown instead of the editor. */
      run: number,
      panel: oneOf('versions', 'runs'),
      /** The name of the node whose panel is open at first. */
      node: text,
    }),
    component: lazyScreen(() => import('./editor/workflow-page.tsx'), 'WorkflowPage'),
  }),
] as const
