import type { Endpoints, SuccessBody } from '../../../contract/index.ts'

export type Check = SuccessBody<Endpoints['testSignInProvider']>['checks'][number]

export const passed = (name: Check['name'], message: string): Check => ({ name, outcome: 'passed', message })
export const failed = (name: Check['name'], message: string): Check => ({ name, outcome: 'failed', message })
export const unknown = (name: Check['name'], message: string): Check => ({
  name,
  outcome: 'unknown',
  message,
})
