export const runKind = 'workflow-run'
export const callbackKind = 'workflow-callback'

/** Groups the jobs of one run. */
export const jobRunOf = (run: number): string => `${runKind} ${run}`
