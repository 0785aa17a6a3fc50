export const runKind = 'workflow-run'
export const callbackKind = 'workflow-callback'

/** How the jobs of a run are told apart from those of others. */
export const jobRunOf = (run: number): string => `${runKind} ${run}`
