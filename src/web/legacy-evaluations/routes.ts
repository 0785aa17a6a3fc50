import { createRoute } from '@tanstack/react-router'
import { lazyScreen, number, oneOf, paramsOf, rootRoute, text } from '../shell/index.ts'

export const evaluationRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/evaluations',
    validateSearch: paramsOf({
      show: oneOf('reports', 'datasets'),
      find: text,
    }),
    component: lazyScreen(() => import('./evaluation-lists.tsx'), 'EvaluationLists'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/evaluations/reports/$reportId',
    validateSearch: paramsOf({ show: oneOf('rows', 'runs') }),
    component: lazyScreen(() => import('./reports/report-page.tsx'), 'ReportPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/evaluations/datasets/$groupId',
    validateSearch: paramsOf({ dataset: number }),
    component: lazyScreen(() => import('./datasets/dataset-page.tsx'), 'DatasetPage'),
  }),
] as const
