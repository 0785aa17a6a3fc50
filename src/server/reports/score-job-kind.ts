export const scoreJob = 'report-score'
