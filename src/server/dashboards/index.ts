/** Dashboards: tiles over requests and scores on one grid, shared in the workspace. */
export { dashboardHandlers } from './dashboards.ts'
