/** Which feature sent a request. */
export const requestSources = ['app', 'playground', 'evaluation', 'workflow'] as const
export type RequestSource = (typeof requestSources)[number]

/** Requests that users of an application caused, other than those that its makers send to try things. */
export const productionSources = ['app', 'workflow'] as const satisfies readonly RequestSource[]
