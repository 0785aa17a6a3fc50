import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { lazyScreen, optionalParam, rootRoute } from '../shell/index.ts'

export const evaluationRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/evaluations',
    validateSearch: z.object({
      show: optionalParam(z.enum(['reports', 'datasets'])),
      find: optionalParam(z.string()),
    }),
    component: lazyScreen(() => import('./evaluation-lists.tsx'), 'EvaluationLists'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/evaluations/reports/$reportId',
    validateSearch: z.object({ show: optionalParam(z.enum(['rows', 'runs'])) }),
    component: lazyScreen(() => import('./reports/report-page.tsx'), 'ReportPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/evaluations/datasets/$groupId',
    validateSearch: z.object({ dataset: optionalParam(z.number()) }),
    component: lazyScreen(() => import('./datasets/dataset-page.tsx'), 'DatasetPage'),
  }),
] as const
