/** Which feature sent a request. */
export const requestSources = ['app', 'playground', 'evaluation', 'workflow'] as const
export type RequestSource = (typeof requestSources)[number]

/** Sources that count as production: requests of applications and of workflow runs, without playground and evaluations. */
export const productionSources = ['app', 'workflow'] as const satisfies readonly RequestSource[]
